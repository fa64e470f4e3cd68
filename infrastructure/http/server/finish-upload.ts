import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  discardUpload,
  isFault,
  keepContent,
  readAsset,
  type AssetReadingDependencies,
} from '../../../application/assets/read-asset.js';
import { handleAssetCommand } from '../../../application/assets/assets.js';
import type { CommandContext } from '../../../application/commands/handle-command.js';
import type { AssetUpload } from '../../../application/ports/asset-uploads.js';
import { type Fault, unavailable } from '../../../application/ports/fault.js';
import { writesOf } from '../../../application/commands/write-and-await.js';
import type { ResumableUploads } from './resumable-uploads.js';
import { withTimeout } from '../../platform/with-timeout.js';

export interface FinishingDependencies extends AssetReadingDependencies {
  readonly resumableUploads: Pick<ResumableUploads, 'complete' | 'remove'>;
}

type Upload = Pick<AssetUpload, 'assetId' | 'ownerId'>;

const NEVER = new AbortController().signal;

/** Keeps and reads an upload whose bytes are all there; does nothing if some are missing. May be repeated. */
export const finishUpload = async (
  side: FinishingDependencies,
  { assetId, ownerId }: Upload,
  context: CommandContext,
): Promise<E.Either<Fault, boolean>> => {
  const complete = await side.resumableUploads.complete(assetId);
  if (!complete) return E.right(false);
  const { storeAs, sha256, bytes } = complete;
  const upload = { assetId, ownerId, sha256, bytes };
  const kept = await keepContent(side)(upload, storeAs)();
  if (E.isLeft(kept)) return kept;
  await side.resumableUploads.remove(assetId);
  return E.map(() => true)(await readAsset(side)(upload, context, NEVER)());
};

/** How long the last request of an upload waits until the file was read, in ms; it is read in any case. */
const READING = 10_000;

/** What came of finishing an upload; undefined if that takes longer than a request should. */
export const whileReading = <A>(finishing: Promise<A>): Promise<A | undefined> =>
  withTimeout(READING, finishing, undefined);

/** Removes what there is of an upload, and ends it. If it fails, that is done later. */
export const abandonUpload = (side: FinishingDependencies, upload: Upload): TE.TaskEither<Fault, void> =>
  pipe(
    TE.tryCatch(() => side.resumableUploads.remove(upload.assetId), unavailable('the storage of uploads')),
    TE.flatMap(() => discardUpload(side)(upload)),
  );

/** Refuses a file that will not come whole. */
export const refuseUpload = (
  side: FinishingDependencies,
  { assetId, ownerId }: Upload,
  reason: string,
  context: CommandContext,
): TE.TaskEither<Fault, void> => {
  const at = side.clock.now().toISOString();
  const command = { type: 'RefuseAsset', assetId, ownerId, at, reason } as const;
  return pipe(
    handleAssetCommand(side, command, context),
    TE.map(() => undefined),
    // It was deleted or finished meanwhile, or never registered.
    TE.orElse((problem) => (isFault(problem) ? TE.left(problem) : TE.right(undefined))),
    TE.flatMap(() => abandonUpload(side, { assetId, ownerId })),
  );
};

/** Uploads that nobody has touched for so long are looked at, in ms: a process that was reading them may be gone. */
const IDLE = 60_000;
/**
 * Those that only have to be read are looked at sooner, in ms: all workers were busy, as when several files are dropped at
 * once. Longer than most reading takes.
 */
const UNREAD = 20_000;
/** After this time without a part, an upload is given up, in ms. */
const GIVEN_UP = 24 * 60 * 60_000;
const AT_ONCE = 10;

const REASON = 'the upload was interrupted, and nobody continued it for a day';

type Idle = AssetUpload & { readonly idleMs: number };

/** Whether the asset of an upload is there: it may have been deleted, or nobody could register it. */
const isExpected = (
  { queries, readModel }: FinishingDependencies,
  { assetId, ownerId }: Upload,
): TE.TaskEither<Fault, boolean> =>
  pipe(
    readModel.showsWritesOf(writesOf(ownerId)),
    TE.flatMap(() => queries.assets.byIds({ ownerId }, [assetId])),
    TE.map(([asset]) => asset !== undefined && asset.deletedAt === undefined),
  );

const resume = async (side: FinishingDependencies, upload: Idle): Promise<E.Either<Fault, unknown>> => {
  const context: CommandContext = { actor: { type: 'worker', workerId: 'uploads' } };
  const { assetId, ownerId, sha256, bytes, idleMs } = upload;
  const expected = await isExpected(side, upload)();
  if (E.isLeft(expected)) return expected;
  if (!expected.right) return abandonUpload(side, upload)();
  if (sha256 !== undefined) {
    await side.resumableUploads.remove(assetId);
    return readAsset(side)({ assetId, ownerId, sha256, bytes }, context, NEVER)();
  }
  const finished = await finishUpload(side, upload, context);
  if (E.isLeft(finished) || finished.right || idleMs < GIVEN_UP) return finished;
  return refuseUpload(side, upload, REASON, context)();
};

/**
 * Does what is left of uploads that nobody continues: reads those that are complete, and gives up the others after a day.
 * @param idleMs after how long without a part
 * @param unreadMs after how long if only reading is left
 * @returns what went wrong; it is tried again
 */
export const resumeUploads = async (
  side: FinishingDependencies,
  idleMs = IDLE,
  unreadMs = UNREAD,
): Promise<ReadonlyArray<{ readonly assetId: string; readonly fault: Fault }>> => {
  const idle = await side.uploads.takeIdle(idleMs, unreadMs, AT_ONCE)();
  if (E.isLeft(idle)) return [{ assetId: '', fault: idle.left }];
  const faults = [];
  for (const upload of idle.right) {
    const fault = unavailable('an upload');
    const resumed = await resume(side, upload).catch((error: unknown) => E.left(fault(error)));
    if (E.isLeft(resumed)) faults.push({ assetId: upload.assetId, fault: resumed.left });
  }
  return faults;
};
