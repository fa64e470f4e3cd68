import { randomBytes } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import type { RenderOutcomes } from '../../../application/ports/render-outcomes.js';
import type { ProgressFeed, RenderJob, RenderQueue } from '../../../application/ports/render-queue.js';
import type { RenderedFile, Renderer } from '../ports/renderer.js';
import type { RenderId } from '../../../domain/ids.js';
import { recordedFailure } from '../../../domain/render/failure-cause.js';
import type { RenderRefusal } from '../../../domain/render/refusals.js';
import { outputStem } from '../../../domain/render/output-key.js';
import type { Render, RenderState } from '../../../domain/render/render.js';
import { keepAlive, type Loss } from './keep-alive.js';
import { type RenderPlace, renderPlaces, type StageLimits } from './render-places.js';

/** Called when something happens to a render; `detail` is for the log. */
export type RenderNotice = (
  what: 'started' | 'completed' | 'failed' | 'lost' | 'released' | 'unacknowledged',
  renderId: RenderId,
  detail?: unknown,
) => void;

export interface RenderWork {
  readonly queue: RenderQueue;
  readonly outcomes: RenderOutcomes;
  readonly progress: ProgressFeed;
  readonly renderer: Renderer;
  readonly storage: Pick<ObjectStorage, 'put'>;
  readonly notice: RenderNotice;
  /** How many renders may download their sources at once, while one uses the processor. */
  readonly limits: StageLimits;
}

/** How long after a fault a job is delivered again, in ms. */
const RELEASE_DELAY = 2000;

/** What storage keys begin with: it can't be guessed, so that only clients that were given a key can download the file. */
const newStem = (renderId: RenderId): string => outputStem(renderId, randomBytes(16).toString('hex'));

type Recorded = E.Either<RenderRefusal | Fault, unknown>;

/**
 * What happens to a job: it is `done` once an outcome is recorded, by this worker or another; `taken` when another
 * worker has it, which then acknowledges it; otherwise it is to be delivered `again`.
 */
type JobOutcome = 'done' | 'taken' | 'again';

const outcomeAfter = (recorded: Recorded): JobOutcome => {
  if (E.isRight(recorded)) return 'done';
  switch (recorded.left._tag) {
    case 'RenderAlreadyFinished':
    case 'RenderDoesNotExist':
      return 'done';
    case 'RenderAttemptIsStale':
      return 'taken';
    case 'Abandoned':
    case 'Conflict':
    case 'EventTooLarge':
    case 'NotYetReadable':
    case 'RenderAlreadyExists':
    case 'RenderBelongsToAnotherOwner':
    case 'Unavailable':
    case 'UndecodableEvent':
    case 'UnknownEvent':
      return 'again';
  }
};

/**
 * Stores the files, then records them: an event never names a file that does not exist. A worker that is lost in
 * between, or loses the render to another worker, leaves files under keys that no client knows and that are not served.
 */
const keep = async (
  work: RenderWork,
  render: Render,
  { path, output, files, provenance, fingerprint }: RenderedFile,
) => {
  const { renderId, attempt } = render;
  const all = [{ path, key: output.key }, ...files.map(({ path, file }) => ({ path, key: file.key }))];
  for (const { path, key } of all) {
    const stored = await work.storage.put(key, path)();
    if (E.isLeft(stored))
      return work.outcomes.fail(renderId, attempt, recordedFailure({ _tag: 'StorageFailed' }))();
  }
  const recorded = files.length > 0 ? { ...output, files: files.map(({ file }) => file) } : output;
  return work.outcomes.complete(renderId, attempt, recorded, provenance, fingerprint)();
};

const isCompleted = (state: RenderState): boolean => state._tag === 'Render' && state.status === 'completed';

const renderAndRecord = async (
  work: RenderWork,
  render: Render,
  place: RenderPlace,
  stop: AbortSignal,
): Promise<JobOutcome> => {
  // Stops a render whose words can't be recorded. It is delivered again, as when its outcome can't be recorded.
  const unrecorded = new AbortController();
  const signal = AbortSignal.any([stop, unrecorded.signal]);
  const { renderId, ownerId, attempt, video, autoGenerateCaptionWords, captionLanguageCode } = render;
  const task = {
    renderId,
    ownerId,
    composition: video.composition,
    video: { videoId: video.videoId, version: video.version },
    stem: newStem(renderId),
    ...(render.output ? { outputs: render.output } : {}),
    ...(autoGenerateCaptionWords ? { captions: { languageCode: captionLanguageCode } } : {}),
  };
  const rendered = await work.renderer.render(task, {
    signal,
    inSlot: (use) => place.inSlot(signal, use),
    onProgress: (fraction) => work.progress.publish({ renderId, attempt, fraction }),
    onTranscribed: async (transcribed) => {
      const recorded = await work.outcomes.captionWords(renderId, attempt, transcribed)();
      if (E.isLeft(recorded)) unrecorded.abort();
      unrecorded.signal.throwIfAborted();
    },
  })();
  if (signal.aborted) {
    if (E.isRight(rendered)) await rendered.right.dispose();
    return 'again';
  }
  if (E.isLeft(rendered)) {
    const failure = recordedFailure(rendered.left);
    work.notice('failed', renderId, failure);
    return outcomeAfter(await work.outcomes.fail(renderId, attempt, failure)());
  }
  try {
    const recorded = await place.storing(() => keep(work, render, rendered.right));
    if (E.isRight(recorded) && isCompleted(recorded.right)) {
      work.notice('completed', renderId, rendered.right.provenance.stageSeconds);
      await rendered.right.keep();
    }
    return outcomeAfter(recorded);
  } finally {
    await rendered.right.dispose();
  }
};

/** A job whose acknowledgement is lost is delivered again later, and is done then because its outcome is recorded. */
const conclude = async (
  work: RenderWork,
  job: RenderJob,
  outcome: JobOutcome,
  delayMs: number,
): Promise<void> => {
  if (outcome === 'again') job.release(delayMs);
  if (outcome !== 'done') return;
  const acknowledged = await job.acknowledge();
  if (E.isLeft(acknowledged)) work.notice('unacknowledged', job.renderId, acknowledged.left);
};

/** Handles one job: claims the render, renders, records the outcome, and only then acknowledges the job. */
const handle = async (
  work: RenderWork,
  job: RenderJob,
  place: RenderPlace,
  stop: AbortSignal,
): Promise<void> => {
  const { renderId } = job;
  const started = await work.outcomes.start(renderId)();
  if (E.isLeft(started)) return conclude(work, job, outcomeAfter(started), RELEASE_DELAY);
  if (started.right._tag === 'NoRender' || started.right.status !== 'processing')
    return conclude(work, job, 'done', 0);

  const render = started.right;
  work.notice('started', renderId, { attempt: render.attempt });
  const alive = keepAlive(work.outcomes, job, render.attempt);
  try {
    const outcome = await renderAndRecord(work, render, place, AbortSignal.any([stop, alive.lost]));
    if (alive.lost.aborted) {
      work.notice('lost', renderId, alive.lost.reason);
      return await conclude(work, job, (alive.lost.reason as Loss) === 'over' ? 'done' : 'taken', 0);
    }
    if (outcome === 'again') work.notice('released', renderId);
    return await conclude(work, job, outcome, stop.aborted ? 0 : RELEASE_DELAY);
  } finally {
    alive.end();
  }
};

/**
 * Takes jobs from the queue as it has places for them, until the signal aborts; unfinished jobs are then released.
 * Rejects as soon as handling a job throws.
 */
export const runRenderLoop = async (work: RenderWork, signal: AbortSignal): Promise<void> => {
  const places = renderPlaces(work.limits);
  const underWay = new Set<Promise<void>>();
  let fail: (defect: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  const take = async (): Promise<void> => {
    for await (const job of work.queue.jobs(signal)) {
      const place = places.take();
      const handled = handle(work, job, place, signal)
        .catch(fail)
        .finally(() => {
          place.leave();
          underWay.delete(handled);
        });
      underWay.add(handled);
      await places.free(signal);
    }
    await Promise.all(underWay);
  };
  await Promise.race([take(), failed]);
};
