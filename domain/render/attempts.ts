import * as E from 'fp-ts/lib/Either.js';
import type { LastReport } from './commands.js';
import { recordedFailure } from './failure-cause.js';
import type { RenderFailure } from './render-failure.js';

/** How many attempts may end with a lost worker before the project counts as the cause, and the render fails. */
export const MAX_LOST_WORKERS = 3;

interface Attempts {
  /** 0 until a worker takes the render, or its replay. */
  readonly attempt: number;
  /** How many attempts ended because their worker was lost, without the current one. */
  readonly lostAttempts: number;
}

/**
 * The next attempt at a render (`replay` is 0) or one of its replays, or why there is none. An attempt that its worker
 * handed back does not count as lost.
 * @param previous the last report on the current attempt, if it is known
 */
export const nextAttempt = (
  replay: number,
  { attempt, lostAttempts }: Attempts,
  previous: LastReport | undefined,
): E.Either<RenderFailure, { readonly attempt: number; readonly handedBack?: true }> => {
  const known = previous?.replay === replay && previous.attempt === attempt ? previous : undefined;
  const isHandedBack = attempt > 0 && known?.handedBack === true;
  const attempts = lostAttempts + (attempt > 0 && !isHandedBack ? 1 : 0);
  return attempts < MAX_LOST_WORKERS
    ? E.right({ attempt: attempt + 1, ...(isHandedBack ? { handedBack: true } : {}) })
    : E.left(recordedFailure({ _tag: 'WorkersLost', attempts, clips: known?.clips ?? [] }));
};
