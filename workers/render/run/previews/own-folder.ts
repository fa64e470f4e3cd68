import * as E from 'fp-ts/lib/Either.js';
import type { Party } from '../../../../application/permits/permit-counts.js';
import type { PreviewFailure } from '../../../../application/ports/previews.js';
import { recordedFailure } from '../../../../domain/render/failure-cause.js';
import {
  type RenderContext,
  type RenderDependencies,
  type RenderSettings,
  createWorkFolder,
  plainContext,
} from '../context.js';
import { causeOf } from '../failures.js';
import { PreviewError } from './pack-playback.js';
import type { PendingWrites } from './pending-writes.js';

/** Stands for the requester if the service itself makes a preview. */
export const SERVICE: Party = { owner: '' };

/** What makes previews in folders of their own, and its limits. */
export interface FolderDependencies extends RenderDependencies {
  readonly limits: RenderSettings;
  readonly writes: PendingWrites;
}

/** How long a preview is wanted, and for whom. */
export interface PreviewOptions {
  readonly signal: AbortSignal;
  readonly by: Party | undefined;
}

/**
 * Runs work in a new folder, which is removed afterwards.
 * @param work with `removeAfter`, it passes a function that the removal of the folder waits for
 */
export const inOwnFolder = async <A>(
  dependencies: FolderDependencies,
  { signal, by }: PreviewOptions,
  work: (context: RenderContext, removeAfter: (written: () => Promise<void>) => void) => Promise<A>,
): Promise<E.Either<PreviewFailure, A>> => {
  const folder = await createWorkFolder(dependencies.limits.workRoot);
  let removedAfter: (() => Promise<void>) | undefined;
  try {
    const context = plainContext(dependencies, folder.path, signal, by?.owner);
    return E.right(await work(context, (written) => void (removedAfter = written)));
  } catch (error) {
    if (signal.aborted) return E.left({ _tag: 'NoWorkerAvailable' });
    if (error instanceof PreviewError) return E.left(error.failure);
    const cause = await causeOf(error, dependencies.limits.workRoot);
    if (!cause) throw error;
    return E.left({ _tag: 'FrameNotDrawn', failure: recordedFailure(cause) });
  } finally {
    if (!removedAfter) await folder.dispose();
    else {
      // Pictures that can't be cached are painted again. Files that can't be removed go with the worker's folder.
      const ending = removedAfter()
        .catch(() => undefined)
        .then(folder.dispose)
        .catch(() => undefined);
      dependencies.writes.add((by ?? SERVICE).owner, ending);
    }
  }
};
