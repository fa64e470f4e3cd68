import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { AssetMedia } from '../../domain/asset/events.js';
import type { CommandContext } from '../commands/handle-command.js';
import { writesOf } from '../commands/write-and-await.js';
import type { AssetUpload } from '../ports/asset-uploads.js';
import { type Fault, unavailable } from '../ports/fault.js';
import type { ObjectStorage } from '../ports/object-storage.js';
import type { PreviewFailure, Previews } from '../ports/previews.js';
import { contentKey, contentSource } from './asset-content.js';
import { type AssetDependencies, handleAssetCommand } from './assets.js';
import { compositionWith, type MakeDocument } from './composition-with.js';
import { SIGNATURE_BYTES, type Signature, signatureOf } from './file-signature.js';

export interface AssetReadingDependencies extends AssetDependencies {
  readonly previews: Pick<Previews, 'media' | 'check'>;
  readonly assetStorage: Pick<ObjectStorage, 'find' | 'remove'>;
}

/** A received file whose bytes have this SHA-256 (hex). */
type Received = Required<AssetUpload>;

/** What a file turned out to be; undefined if no worker is there to read it. */
type Found = E.Either<string, AssetMedia> | undefined;

/**
 * Stores a received file, once for each owner; an empty one is not stored, because it becomes no asset.
 * @param storeAs stores it in the object storage under a key
 */
export const keepContent =
  ({ assetStorage, uploads }: AssetReadingDependencies) =>
  (upload: Received, storeAs: (key: string) => TE.TaskEither<Fault, void>): TE.TaskEither<Fault, void> => {
    const key = contentKey(upload.ownerId, upload.sha256);
    const keep = pipe(
      assetStorage.find(key),
      TE.flatMap((found) => (O.isSome(found) || upload.bytes === 0 ? TE.right(undefined) : storeAs(key))),
    );
    return pipe(
      keep,
      TE.flatMap(() => uploads.received(upload)),
      TE.flatMap(() => keep), // one that was there may have been swept before
    );
  };

const TIME = { start: 0, end: 1000 };

/** What a clip must be for a check to read files that are no media. */
const CHECKED_AS: Readonly<Record<'font' | 'subtitles' | 'lut', MakeDocument>> = {
  font: (source) => ({ metadata: { fonts: [{ family: 'Asset', source }] } }),
  subtitles: (source) => ({
    clips: [
      {
        type: 'caption',
        timeFrame: TIME,
        captionProperties: {
          subtitles: { source },
          highlightTextProperties: {},
          nonHighlightTextProperties: {},
        },
      },
    ],
  }),
  lut: (source) => ({
    clips: [
      {
        type: 'shape',
        timeFrame: TIME,
        shapeProperties: { shape: 'rectangle' },
        effects: { filters: [{ type: 'lut', source }] },
      },
    ],
  }),
};

const kindByType = (mediaType: string): 'font' | 'subtitles' | 'lut' | undefined => {
  if (mediaType.startsWith('font/')) return 'font';
  if (mediaType === 'text/x-cube') return 'lut';
  return mediaType === 'text/vtt' || mediaType === 'application/x-subrip' ? 'subtitles' : undefined;
};

const unread = (failure: PreviewFailure): Found => {
  if (failure._tag !== 'FrameNotDrawn') return undefined;
  return failure.failure.retryable ? undefined : E.left(failure.failure.message);
};

const foundIn = async (
  { previews }: AssetReadingDependencies,
  { ownerId, sha256 }: Received,
  { mediaType, refused }: Signature,
  signal: AbortSignal,
): Promise<Found> => {
  if (refused !== undefined) return E.left(`it is ${refused}, which no clip can show`);
  const source = contentSource(sha256);
  const by = { owner: ownerId };
  const kind = kindByType(mediaType);
  if (kind) {
    const checked = await previews.check(compositionWith(source, CHECKED_AS[kind]), signal, by)();
    if (E.isLeft(checked)) return unread(checked.left);
    const problem = checked.right.problems.find(({ severity }) => severity === 'error');
    return problem ? E.left(problem.message) : E.right({ kind });
  }
  const media = await previews.media(source, signal, by)();
  if (E.isLeft(media)) return unread(media.left);
  const { bytes: _, ...facts } = media.right;
  return E.right(facts);
};

const bytesOf = async (stream: NodeJS.ReadableStream): Promise<Uint8Array> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

const headOf = async (
  { assetStorage }: AssetReadingDependencies,
  key: string,
  bytes: number,
): Promise<E.Either<Fault, Uint8Array>> => {
  const found = await assetStorage.find(key)();
  if (E.isLeft(found)) return found;
  if (O.isNone(found.right)) return E.left(unavailable('the object storage')('the content is missing'));
  const end = Math.min(bytes, SIGNATURE_BYTES) - 1;
  const { read } = found.right.value;
  return TE.tryCatch(() => bytesOf(read({ start: 0, end })), unavailable('the object storage'))();
};

/**
 * Reads a stored content in the sandbox of a worker, and makes it an asset or refuses it. Without a worker, it stays for
 * later. May be repeated, also by another process.
 */
export const readAsset =
  (side: AssetReadingDependencies) =>
  (upload: Received, context: CommandContext, signal: AbortSignal): TE.TaskEither<Fault, void> =>
  async () => {
    const { assetId, ownerId, sha256, bytes } = upload;
    const key = contentKey(ownerId, sha256);
    const head = bytes === 0 ? E.right(new Uint8Array()) : await headOf(side, key, bytes);
    if (E.isLeft(head)) return head;
    const signature = bytes === 0 ? { mediaType: '', refused: 'an empty file' } : signatureOf(head.right);
    const found = await foundIn(side, upload, signature, signal);
    if (!found) return E.right(undefined);
    const facts = { assetId, ownerId, at: side.clock.now().toISOString() };
    const { mediaType } = signature;
    const command = E.isLeft(found)
      ? ({ type: 'RefuseAsset', ...facts, reason: found.left } as const)
      : ({ type: 'StoreAsset', ...facts, sha256, bytes, key, mediaType, media: found.right } as const);
    const written = await handleAssetCommand(side, command, context)();
    // It was deleted or finished meanwhile.
    if (E.isLeft(written) && isFault(written.left)) return E.left(written.left);
    return E.isRight(found) && E.isRight(written)
      ? side.uploads.end(assetId)()
      : discardUpload(side)(upload)();
  };

/** Ends an upload that becomes no asset, and removes its content, unless others have the same. */
export const discardUpload =
  ({ readModel, uploads, assetStorage }: AssetReadingDependencies) =>
  ({ assetId, ownerId }: Pick<AssetUpload, 'assetId' | 'ownerId'>): TE.TaskEither<Fault, void> =>
    pipe(
      readModel.showsWritesOf(writesOf(ownerId)),
      TE.flatMap(() => uploads.discard(assetId, assetStorage.remove)),
    );

/** Whether something could not be done now, and not a rule said no. */
export const isFault = (problem: { readonly _tag: string }): problem is Fault =>
  !problem._tag.startsWith('Asset');
