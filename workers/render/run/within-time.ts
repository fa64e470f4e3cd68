import { RenderProblem } from './failures.js';
import type { RenderFailure } from '../../../domain/render/events.js';

/**
 * Works for at most `ms`: then what is under way is stopped and waited for, and the failure is thrown.
 * @param failure made from what the stopped work failed with, which may name a clip
 */
export const withinTime = async <A>(
  ms: number,
  signal: AbortSignal,
  failure: (stopped: Partial<RenderFailure>) => RenderFailure,
  work: (signal: AbortSignal) => Promise<A>,
): Promise<A> => {
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), ms);
  try {
    return await work(AbortSignal.any([signal, timeUp.signal]));
  } catch (error) {
    if (signal.aborted || !timeUp.signal.aborted) throw error;
    throw new RenderProblem(failure(error instanceof RenderProblem ? error.failure : {}));
  } finally {
    clearTimeout(timer);
  }
};
