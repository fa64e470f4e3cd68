import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { AssetMedia } from '../../domain/asset/events.js';
import type { CommandContext } from '../commands/handle-command.js';
import { writesOf } from '../commands/write-and-await.js';
import type { AssetUpload } from '../ports/asset-uploads.js';
import { type Fault, isFault, unavailable } from '../ports/fault.js';
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

/** An upload after all its bytes were received. */
type ReceivedUpload = Required<AssetUpload>;

/** The media of a file, or why it is refused; undefined if no worker could read it. */
type ReadResult = E.Either<string, AssetMedia> | undefined;

/**
 * Stores a received file, once for each owner. An empty file is not stored, because it becomes no asset.
 * @param storeAs stores the file in the object storage under a key
 */
export const storeContent =
  ({ assetStorage, uploads }: AssetReadingDependencies) =>
  (
    upload: ReceivedUpload,
    storeAs: (key: string) => TE.TaskEither<Fault, void>,
  ): TE.TaskEither<Fault, void> => {
    const key = contentKey(upload.ownerId, upload.sha256);
    const store = pipe(
      assetStorage.find(key),
      TE.flatMap((found) => (O.isSome(found) || upload.bytes === 0 ? TE.right(undefined) : storeAs(key))),
    );
    return pipe(
      store,
      TE.flatMap(() => uploads.received(upload)),
      TE.flatMap(() => store), // content that existed may have been swept in between
    );
  };

const TIME = { start: 0, end: 1000 };

/** Compositions that make a check read files other than media. */
const CHECKED_IN: Readonly<Record<'font' | 'subtitles' | 'lut', MakeDocument>> = {
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

const resultOfFailure = (failure: PreviewFailure): ReadResult => {
  if (failure._tag !== 'FrameNotDrawn') return undefined;
  return failure.failure.retryable ? undefined : E.left(failure.failure.message);
};

const readMedia = async (
  { previews }: AssetReadingDependencies,
  { ownerId, sha256 }: ReceivedUpload,
  { mediaType, refused }: Signature,
  signal: AbortSignal,
): Promise<ReadResult> => {
  if (refused !== undefined) return E.left(`it is ${refused}, which no clip can show`);
  const source = contentSource(sha256);
  const by = { owner: ownerId };
  const kind = kindByType(mediaType);
  if (kind) {
    const checked = await previews.check(compositionWith(source, CHECKED_IN[kind]), signal, by)();
    if (E.isLeft(checked)) return resultOfFailure(checked.left);
    const problem = checked.right.problems.find(({ severity }) => severity === 'error');
    return problem ? E.left(problem.message) : E.right({ kind });
  }
  const media = await previews.media(source, signal, by)();
  if (E.isLeft(media)) return resultOfFailure(media.left);
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
 * Reads a stored content in the sandbox of a worker, then stores or refuses the asset. Without a worker, it remains to be
 * read later. May be repeated, also by another process.
 */
export const readAsset =
  (dependencies: AssetReadingDependencies) =>
  (upload: ReceivedUpload, context: CommandContext, signal: AbortSignal): TE.TaskEither<Fault, void> =>
  async () => {
    const { assetId, ownerId, sha256, bytes } = upload;
    const key = contentKey(ownerId, sha256);
    const head = bytes === 0 ? E.right(new Uint8Array()) : await headOf(dependencies, key, bytes);
    if (E.isLeft(head)) return head;
    const signature = bytes === 0 ? { mediaType: '', refused: 'an empty file' } : signatureOf(head.right);
    const found = await readMedia(dependencies, upload, signature, signal);
    if (!found) return E.right(undefined);
    const facts = { assetId, ownerId, at: dependencies.clock.now().toISOString() };
    const { mediaType } = signature;
    const command = E.isLeft(found)
      ? ({ type: 'RefuseAsset', ...facts, reason: found.left } as const)
      : ({ type: 'StoreAsset', ...facts, sha256, bytes, key, mediaType, media: found.right } as const);
    const written = await handleAssetCommand(dependencies, command, context)();
    // Otherwise the asset was deleted or finished in the meantime.
    if (E.isLeft(written) && isFault(written.left)) return E.left(written.left);
    return E.isRight(found) && E.isRight(written)
      ? dependencies.uploads.end(assetId)()
      : discardUpload(dependencies)(upload)();
  };

/** Ends an upload that becomes no asset, and removes its content unless other assets or uploads have the same. */
export const discardUpload =
  ({ readModel, uploads, assetStorage }: AssetReadingDependencies) =>
  ({ assetId, ownerId }: Pick<AssetUpload, 'assetId' | 'ownerId'>): TE.TaskEither<Fault, void> =>
    pipe(
      readModel.showsWritesOf(writesOf(ownerId)),
      TE.flatMap(() => uploads.discard(assetId, assetStorage.remove)),
    );
