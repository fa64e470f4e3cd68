import * as E from 'fp-ts/lib/Either.js';
import type { RenderJob } from '../../../../application/ports/render-queue.js';
import { unfinishedRun, type RenderRun } from '../../../../domain/render/replay.js';
import {
  type JobOutcome,
  outcomeAfter,
  renderAndRecord,
  replayAndRecord,
  type WorkerDependencies,
} from './render-and-record.js';
import { progressReports } from './progress-reports.js';
import { type RenderPermit, renderPermits } from './render-permits.js';
import type { RenderOutcomes } from '../../../../application/ports/render-outcomes.js';

/** The delay after a fault until a job is delivered again, in ms. */
const RELEASE_DELAY = 2000;

/** If an acknowledgement is lost, the job is delivered again, and then acknowledged because its outcome is recorded. */
const conclude = async (
  dependencies: WorkerDependencies,
  job: RenderJob,
  outcome: JobOutcome,
  delayMs: number,
): Promise<void> => {
  if (outcome === 'retry') job.release(delayMs);
  if (outcome !== 'acknowledge') return;
  const acknowledged = await job.acknowledge();
  if (E.isLeft(acknowledged)) dependencies.notice('unacknowledged', job.renderId, acknowledged.left);
};

/** Handles one job: claims the render, renders or replays it, records the outcome, and only then acknowledges the job. */
const handle = async (
  dependencies: WorkerDependencies,
  job: RenderJob,
  permit: RenderPermit,
  stop: AbortSignal,
): Promise<void> => {
  const { renderId } = job;
  const started = await dependencies.outcomes.start(renderId)();
  if (E.isLeft(started)) return conclude(dependencies, job, outcomeAfter(started), RELEASE_DELAY);
  const render = started.right;
  const current = render._tag === 'NoRender' ? undefined : unfinishedRun(render);
  if (render._tag === 'NoRender' || !current) return conclude(dependencies, job, 'acknowledge', 0);

  const { replay, attempt } = current;
  dependencies.notice('started', renderId, { attempt, ...(replay > 0 ? { replay } : {}) });
  const reports = progressReports(dependencies.progress, render);
  const alive = keepAlive(dependencies.outcomes, job, current);
  const signal = AbortSignal.any([stop, alive.lost]);
  try {
    const outcome =
      replay > 0
        ? await replayAndRecord(dependencies, render, current, permit, signal)
        : await renderAndRecord(dependencies, render, { permit, reports }, signal);
    const loss = alive.loss();
    if (loss && outcome !== 'acknowledge') {
      dependencies.notice(loss === 'cancelled' ? 'cancelled' : 'lost', renderId, loss);
      return await conclude(dependencies, job, loss === 'taken' ? 'superseded' : 'acknowledge', 0);
    }
    if (outcome === 'retry') {
      await dependencies.outcomes.handBack(renderId, current);
      dependencies.notice('released', renderId);
    }
    return await conclude(dependencies, job, outcome, stop.aborted ? 0 : RELEASE_DELAY);
  } finally {
    alive.end();
  }
};

/**
 * Takes jobs from the queue while permits are free, until the signal aborts; then it releases unfinished jobs. Rejects
 * as soon as handling a job throws.
 */
export const runRenderLoop = async (dependencies: WorkerDependencies, signal: AbortSignal): Promise<void> => {
  const permits = renderPermits(dependencies.limits);
  const inProgress = new Set<Promise<void>>();
  let fail: (defect: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  const take = async (): Promise<void> => {
    for await (const job of dependencies.queue.jobs(signal)) {
      const permit = permits.take();
      const handled = job
        .inTrace(() => handle(dependencies, job, permit, signal))
        .catch(fail)
        .finally(() => {
          permit.release();
          inProgress.delete(handled);
        });
      inProgress.add(handled);
      await permits.free(signal);
    }
    await Promise.all(inProgress);
  };
  await Promise.race([take(), failed]);
};

/** How often a worker confirms that it works on a job, and checks that the render is still its own, in ms. */
const INTERVAL = 1000;

/** Why a worker must stop: the render is `cancelled` or otherwise `over`, or another worker has `taken` it over. */
type Loss = 'cancelled' | 'over' | 'taken';

/** Keeps a job assigned to this worker. `lost` aborts when the worker must stop; `loss` is then the reason. */
interface Heartbeat {
  readonly lost: AbortSignal;
  readonly loss: () => Loss | undefined;
  readonly end: () => void;
}

export const keepAlive = (outcomes: RenderOutcomes, job: RenderJob, run: RenderRun): Heartbeat => {
  const lost = new AbortController();
  let loss: Loss | undefined;
  const lose = (why: Loss): void => {
    loss ??= why;
    lost.abort(loss);
  };
  const beat = async (): Promise<void> => {
    job.heartbeat();
    const current = await outcomes.current(job.renderId)();
    // The store is unavailable. Recording the outcome will show whether the render still belongs to this worker.
    if (E.isLeft(current)) return;
    const render = current.right;
    const now = render._tag === 'NoRender' ? undefined : unfinishedRun(render);
    if (render._tag === 'Render' && render.status === 'cancelled') lose('cancelled');
    else if (now?.replay !== run.replay) lose('over');
    else if (now.attempt !== run.attempt) lose('taken');
  };
  const timer = setInterval(() => void beat(), INTERVAL);
  return { lost: lost.signal, loss: () => loss, end: () => clearInterval(timer) };
};
