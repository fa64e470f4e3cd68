import * as E from 'fp-ts/lib/Either.js';
import type { LastReport } from './commands.js';
import { recordedFailure } from './failure-cause.js';
import type { RenderFailure } from './render-failure.js';

/** How many workers may be lost while they render a project, before it is taken for the cause and fails. */
export const MAX_LOST_WORKERS = 3;

/** What was tried so far. */
interface Tried {
  /** 0 until a worker takes the render, or its replay. */
  readonly attempt: number;
  /** How many attempts ended because their worker was lost; the current one is not counted. */
  readonly lostAttempts: number;
}

/**
 * The next attempt at a render (0) or one of its replays, or why there is none. An attempt that its worker handed back
 * is not counted as lost.
 * @param previous the last report on the current attempt, if it is known
 */
export const nextAttempt = (
  replay: number,
  { attempt, lostAttempts }: Tried,
  previous: LastReport | undefined,
): E.Either<RenderFailure, { readonly attempt: number; readonly handedBack?: true }> => {
  const known = previous?.replay === replay && previous.attempt === attempt ? previous : undefined;
  const isHandedBack = attempt > 0 && known?.handedBack === true;
  const attempts = lostAttempts + (attempt > 0 && !isHandedBack ? 1 : 0);
  return attempts < MAX_LOST_WORKERS
    ? E.right({ attempt: attempt + 1, ...(isHandedBack ? { handedBack: true } : {}) })
    : E.left(recordedFailure({ _tag: 'WorkersLost', attempts, clips: known?.clips ?? [] }));
};
