import * as E from 'fp-ts/lib/Either.js';
import type { RenderOutcomes } from '../../../../application/ports/render-outcomes.js';
import type { RenderJob } from '../../../../application/ports/render-queue.js';
import { type RenderRun, runOf } from '../../../../domain/render/replay.js';

/** How often a worker extends its claim on a job and checks that the render is still its own, in ms. */
const INTERVAL = 1000;

/** Why a worker must stop: the render is `cancelled`, or otherwise `over`, or another worker has `taken` it. */
type Loss = 'cancelled' | 'over' | 'taken';

/** A claim on a job. `lost` aborts when the worker must stop; `loss` is then the reason. */
interface Claim {
  readonly lost: AbortSignal;
  readonly loss: () => Loss | undefined;
  readonly end: () => void;
}

/** Keeps a job claimed while a worker works on it. */
export const keepAlive = (outcomes: RenderOutcomes, job: RenderJob, run: RenderRun): Claim => {
  const lost = new AbortController();
  let loss: Loss | undefined;
  const lose = (why: Loss): void => {
    loss ??= why;
    lost.abort(loss);
  };
  const beat = async (): Promise<void> => {
    job.heartbeat();
    const current = await outcomes.current(job.renderId)();
    // The store is unavailable: recording the outcome will show whether the render is still this worker's.
    if (E.isLeft(current)) return;
    const render = current.right;
    const now = render._tag === 'NoRender' ? undefined : runOf(render);
    if (render._tag === 'Render' && render.status === 'cancelled') lose('cancelled');
    else if (now?.replay !== run.replay) lose('over');
    else if (now.attempt !== run.attempt) lose('taken');
  };
  const timer = setInterval(() => void beat(), INTERVAL);
  return { lost: lost.signal, loss: () => loss, end: () => clearInterval(timer) };
};
