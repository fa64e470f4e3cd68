import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { contentKey } from '../../../application/assets/asset-content.js';
import {
  discardUpload,
  storeContent,
  readAsset,
  type AssetReadingDependencies,
} from '../../../application/assets/read-asset.js';
import { handleAssetCommand } from '../../../application/assets/assets.js';
import type { CommandContext } from '../../../application/commands/handle-command.js';
import type { AssetUpload } from '../../../application/ports/asset-uploads.js';
import { type Fault, isFault, unavailable } from '../../../application/ports/fault.js';
import { writesOf } from '../../../application/commands/write-and-await.js';
import type { ResumableUploads } from './resumable-uploads.js';
import { withTimeout } from '../../platform/with-timeout.js';

export interface FinishingDependencies extends AssetReadingDependencies {
  readonly resumableUploads: Pick<ResumableUploads, 'complete' | 'exists' | 'remove'>;
}

type Upload = Pick<AssetUpload, 'assetId' | 'ownerId'>;

const NEVER_ABORTED = new AbortController().signal;

/** Stores and reads an upload, and returns true; returns false if bytes are missing. May be repeated. */
export const finishUpload = async (
  dependencies: FinishingDependencies,
  { assetId, ownerId }: Upload,
  context: CommandContext,
): Promise<E.Either<Fault, boolean>> => {
  const complete = await dependencies.resumableUploads.complete(assetId);
  if (!complete) return E.right(false);
  const { storeAs, sha256, bytes } = complete;
  const upload = { assetId, ownerId, sha256, bytes };
  const kept = await storeContent(dependencies)(upload, storeAs)();
  if (E.isLeft(kept)) return kept;
  await dependencies.resumableUploads.remove(assetId);
  return E.map(() => true)(await readAsset(dependencies)(upload, context, NEVER_ABORTED)());
};

/** How long the last request of an upload waits for the file to be read, in ms. Reading continues after it. */
const READING_TIMEOUT = 10_000;

/** The result of finishing an upload; undefined if that takes longer than a request should. */
export const withReadingTimeout = <A>(finishing: Promise<A>): Promise<A | undefined> =>
  withTimeout(READING_TIMEOUT, finishing, undefined);

/** Removes the received bytes of an upload, then its record. If that fails, {@link resumeUploads} repeats it. */
export const abandonUpload = (
  dependencies: FinishingDependencies,
  upload: Upload,
): TE.TaskEither<Fault, void> =>
  pipe(
    TE.tryCatch(
      () => dependencies.resumableUploads.remove(upload.assetId),
      unavailable('the storage of uploads'),
    ),
    TE.flatMap(() => discardUpload(dependencies)(upload)),
  );

/** Refuses an upload that will not be completed. */
export const refuseUpload = (
  dependencies: FinishingDependencies,
  { assetId, ownerId }: Upload,
  reason: string,
  context: CommandContext,
): TE.TaskEither<Fault, void> => {
  const at = dependencies.clock.now().toISOString();
  const command = { type: 'RefuseAsset', assetId, ownerId, at, reason } as const;
  return pipe(
    handleAssetCommand(dependencies, command, context),
    TE.map(() => undefined),
    // The asset was deleted or finished in the meantime, or never registered.
    TE.orElse((problem) => (isFault(problem) ? TE.left(problem) : TE.right(undefined))),
    TE.flatMap(() => abandonUpload(dependencies, { assetId, ownerId })),
  );
};

/** Uploads without activity for this time are resumed, in ms: the process that was reading them may have ended. */
const IDLE = 60_000;
/**
 * Complete uploads that only have to be read are resumed sooner, after this time in ms: all workers were busy, for
 * example because several files were dropped at once. Most files are read in less time.
 */
const UNREAD_IDLE = 20_000;
/** After this time without a part, an upload is refused, in ms. */
const ABANDONED_AFTER = 24 * 60 * 60_000;
const BATCH_SIZE = 10;

const ABANDONED = 'the upload was interrupted, and nobody continued it for a day';

/** After this time in ms, no request that began an upload still has bytes that are not stored. */
const STORED_AFTER = 60 * 60_000;
const LOST = 'what was received of it is no longer stored: upload it again';

/** Whether the bytes that were received are gone, such as after a restore: backups do not have them. */
const isLost = async (
  { resumableUploads, assetStorage }: FinishingDependencies,
  { assetId, ownerId, sha256 }: AssetUpload,
): Promise<boolean> => {
  if (sha256 === undefined) return !(await resumableUploads.exists(assetId));
  const found = await assetStorage.find(contentKey(ownerId, sha256))();
  return E.isRight(found) && O.isNone(found.right);
};

type Idle = AssetUpload & { readonly idleMs: number };

/** Whether the asset of an upload exists: it may have been deleted, or never registered. */
const assetExists = (
  { queries, readModel }: FinishingDependencies,
  { assetId, ownerId }: Upload,
): TE.TaskEither<Fault, boolean> =>
  pipe(
    readModel.showsWritesOf(writesOf(ownerId)),
    TE.flatMap(() => queries.assets.byIds({ ownerId }, [assetId])),
    TE.map(([asset]) => asset !== undefined && asset.deletedAt === undefined),
  );

const resume = async (
  dependencies: FinishingDependencies,
  upload: Idle,
): Promise<E.Either<Fault, unknown>> => {
  const context: CommandContext = { actor: { type: 'worker', workerId: 'uploads' } };
  const { assetId, ownerId, sha256, bytes, idleMs } = upload;
  const expected = await assetExists(dependencies, upload)();
  if (E.isLeft(expected)) return expected;
  if (!expected.right) return abandonUpload(dependencies, upload)();
  if (idleMs >= STORED_AFTER && (await isLost(dependencies, upload)))
    return refuseUpload(dependencies, upload, LOST, context)();
  if (sha256 !== undefined) {
    await dependencies.resumableUploads.remove(assetId);
    return readAsset(dependencies)({ assetId, ownerId, sha256, bytes }, context, NEVER_ABORTED)();
  }
  const finished = await finishUpload(dependencies, upload, context);
  if (E.isLeft(finished) || finished.right || idleMs < ABANDONED_AFTER) return finished;
  return refuseUpload(dependencies, upload, ABANDONED, context)();
};

/**
 * Finishes uploads that no client continues: reads those that are complete, and refuses the others after a day.
 * @param idleMs the time without activity after which an upload is resumed
 * @param unreadMs the same for an upload that only has to be read
 * @returns the faults; the next call tries these uploads again
 */
export const resumeUploads = async (
  dependencies: FinishingDependencies,
  idleMs = IDLE,
  unreadMs = UNREAD_IDLE,
): Promise<ReadonlyArray<{ readonly assetId: string; readonly fault: Fault }>> => {
  const idle = await dependencies.uploads.takeIdle(idleMs, unreadMs, BATCH_SIZE)();
  if (E.isLeft(idle)) return [{ assetId: '', fault: idle.left }];
  const faults = [];
  for (const upload of idle.right) {
    const fault = unavailable('an upload');
    const resumed = await resume(dependencies, upload).catch((error: unknown) => E.left(fault(error)));
    if (E.isLeft(resumed)) faults.push({ assetId: upload.assetId, fault: resumed.left });
  }
  return faults;
};
