import { randomBytes } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { RenderId } from '../../../../domain/ids.js';
import { recordedFailure } from '../../../../domain/render/failure-cause.js';
import { outputKeyPrefix } from '../../../../domain/render/output-key.js';
import type { RenderRun } from '../../../../domain/render/replay.js';
import type { Render, RenderState } from '../../../../domain/render/state.js';
import { type RenderedFile, renderTask, type Renderer, type Replayer } from '../../ports/renderer.js';
import type { ProgressReports } from './progress-reports.js';
import type { RenderPermit, StageLimits } from './render-permits.js';
import { withGracePeriod, stopwatch } from '../tasks.js';
import type { Fault } from '../../../../application/ports/fault.js';
import type { RenderRefusal } from '../../../../domain/render/refusals.js';
import type { ObjectStorage } from '../../../../application/ports/object-storage.js';
import type { RenderOutcomes } from '../../../../application/ports/render-outcomes.js';
import type { ProgressFeed, RenderQueue } from '../../../../application/ports/render-queue.js';

/** A new beginning for storage keys. It can't be guessed, so only clients that received a key can download the file. */
const newStem = (renderId: RenderId): string => outputKeyPrefix(renderId, randomBytes(16).toString('hex'));

/**
 * Stores the files, then records them, so that an event never names a file that does not exist. A worker that is lost in
 * between, or loses the render to another worker, leaves files under keys that no client knows and that are not served.
 * It records nothing after the grace period.
 */
const storeAndRecord = async (
  dependencies: WorkerDependencies,
  render: Render,
  { path, output, files, provenance, fingerprint }: RenderedFile,
  graceExpired: AbortSignal,
) => {
  const { renderId, attempt } = render;
  const all = [{ path, key: output.key }, ...files.map(({ path, file }) => ({ path, key: file.key }))];
  for (const { path, key } of all) {
    const stored = await dependencies.storage.put(key, path)();
    if (graceExpired.aborted) return;
    if (E.isLeft(stored))
      return dependencies.outcomes.fail(renderId, attempt, recordedFailure({ _tag: 'StorageFailed' }))();
  }
  const recorded = files.length > 0 ? { ...output, files: files.map(({ file }) => file) } : output;
  return dependencies.outcomes.complete(renderId, attempt, recorded, provenance, fingerprint)();
};

const isCompleted = (state: RenderState): boolean => state._tag === 'Render' && state.status === 'completed';

/** Renders, stores the files, and records the outcome. */
export const renderAndRecord = async (
  dependencies: WorkerDependencies,
  render: Render,
  { permit, reports }: { readonly permit: RenderPermit; readonly reports: ProgressReports },
  stop: AbortSignal,
): Promise<JobOutcome> => {
  // Stops a render whose words can't be recorded. Its job is then delivered again.
  const unrecorded = new AbortController();
  const signal = AbortSignal.any([stop, unrecorded.signal]);
  const { renderId, attempt, autoGenerateCaptionWords, captionLanguageCode } = render;
  const task = {
    ...renderTask(render, newStem(renderId)),
    ...(autoGenerateCaptionWords ? { captions: { languageCode: captionLanguageCode } } : {}),
  };
  const rendered = await dependencies.renderer.render(task, {
    onProgress: reports.onProgress,
    onPlanned: reports.onPlanned,
    onClip: reports.onClip,
    signal,
    inSlot: (use) => permit.inSlot(signal, use),
    onCaptioned: async (transcribed) => {
      const recorded = await dependencies.outcomes.captionWords(renderId, attempt, transcribed)();
      if (E.isLeft(recorded)) unrecorded.abort();
      unrecorded.signal.throwIfAborted();
    },
  })();
  if (signal.aborted) {
    if (E.isRight(rendered)) await rendered.right.dispose();
    return 'retry';
  }
  if (E.isLeft(rendered)) {
    const failure = recordedFailure(rendered.left);
    dependencies.notice('failed', renderId, failure);
    return outcomeAfter(await dependencies.outcomes.fail(renderId, attempt, failure)());
  }
  reports.storing();
  const watch = stopwatch();
  try {
    const recorded = await permit.storing(() =>
      withGracePeriod(dependencies.storeGraceMs, signal, (graceExpired) =>
        watch.time('store', () => storeAndRecord(dependencies, render, rendered.right, graceExpired)),
      ),
    );
    if (!recorded) return 'retry';
    if (E.isRight(recorded) && isCompleted(recorded.right)) {
      dependencies.notice('completed', renderId, {
        ...rendered.right.provenance.stageSeconds,
        ...watch.seconds(),
      });
      await rendered.right.cache();
    }
    return outcomeAfter(recorded);
  } finally {
    await rendered.right.dispose();
  }
};

/** Replays a completed render, and records the verdict. */
export const replayAndRecord = async (
  dependencies: WorkerDependencies,
  render: Render,
  current: RenderRun,
  permit: RenderPermit,
  signal: AbortSignal,
): Promise<JobOutcome> => {
  const { renderId } = render;
  const replayed = await dependencies.replayer.replay(render, {
    signal,
    inSlot: (use) => permit.inSlot(signal, use),
  })();
  if (signal.aborted) return 'retry';
  if (E.isLeft(replayed)) {
    const failure = recordedFailure(replayed.left);
    dependencies.notice('failed', renderId, failure);
    return outcomeAfter(await dependencies.outcomes.failReplay(renderId, current, failure)());
  }
  const recorded = await dependencies.outcomes.completeReplay(renderId, current, replayed.right)();
  if (E.isRight(recorded)) dependencies.notice('replayed', renderId, { result: replayed.right.result });
  return outcomeAfter(recorded);
};

/**
 * What the worker does with a job: `acknowledge` it after this or another worker has recorded an outcome; nothing if
 * another worker has `superseded` this one and will acknowledge the job; or have it delivered again (`retry`).
 */
export type JobOutcome = 'acknowledge' | 'superseded' | 'retry';

/** What to do with a job after trying to record its outcome. */
export const outcomeAfter = (recorded: E.Either<RenderRefusal | Fault, unknown>): JobOutcome => {
  if (E.isRight(recorded)) return 'acknowledge';
  switch (recorded.left._tag) {
    case 'RenderAlreadyFinished':
    case 'RenderDoesNotExist':
    case 'RenderNotCompleted':
    case 'RenderReplayedTooOften':
      return 'acknowledge';
    case 'RenderAttemptIsStale':
      return 'superseded';
    case 'Abandoned':
    case 'Conflict':
    case 'EventTooLarge':
    case 'HistoryDiffers':
    case 'NotYetReadable':
    case 'RenderAlreadyExists':
    case 'RenderBelongsToAnotherOwner':
    case 'Unavailable':
    case 'UndecodableEvent':
    case 'UnknownEvent':
      return 'retry';
  }
};

/**
 * Called when the state of a render changes; `detail` is for the log. `lost`: another worker has taken over the render,
 * or has ended it.
 */
type RenderNotice = (
  what:
    'started' | 'completed' | 'failed' | 'replayed' | 'lost' | 'cancelled' | 'released' | 'unacknowledged',
  renderId: RenderId,
  detail?: unknown,
) => void;

export interface WorkerDependencies {
  readonly queue: RenderQueue;
  readonly outcomes: RenderOutcomes;
  readonly progress: ProgressFeed;
  readonly renderer: Renderer;
  readonly replayer: Replayer;
  readonly storage: Pick<ObjectStorage, 'put'>;
  /** The time to finish storing a file after the worker stops or has lost the render, in ms. */
  readonly storeGraceMs: number;
  readonly notice: RenderNotice;
  readonly limits: StageLimits;
}
