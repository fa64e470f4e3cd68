import * as E from 'fp-ts/lib/Either.js';
import type { RenderOutcomes } from '../../../application/ports/render-outcomes.js';
import type { RenderJob } from '../../../application/ports/render-queue.js';
import { isTerminal } from '../../../domain/render/render.js';

/** How often a worker extends its claim on a job and checks that the render is still its own, in ms. */
const INTERVAL = 1000;

/** Why a worker must stop: the render is `over` (for example cancelled), or another worker has `taken` it. */
export type Loss = 'over' | 'taken';

/** Keeps a job claimed while a worker works on it. `lost` aborts, with a {@link Loss}, when the worker must stop. */
export const keepAlive = (
  outcomes: RenderOutcomes,
  job: RenderJob,
  attempt: number,
): { readonly lost: AbortSignal; readonly end: () => void } => {
  const lost = new AbortController();
  const beat = async (): Promise<void> => {
    job.heartbeat();
    const current = await outcomes.current(job.renderId)();
    // The store is unavailable: recording the outcome will show whether the render is still this worker's.
    if (E.isLeft(current)) return;
    const render = current.right;
    if (render._tag === 'NoRender' || isTerminal(render.status)) lost.abort('over' satisfies Loss);
    else if (render.attempt !== attempt) lost.abort('taken' satisfies Loss);
  };
  const timer = setInterval(() => void beat(), INTERVAL);
  return { lost: lost.signal, end: () => clearInterval(timer) };
};
