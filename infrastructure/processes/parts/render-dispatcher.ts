import * as E from 'fp-ts/lib/Either.js';
import {
  type Dispatch,
  dispatchRenders,
  sweepRenders,
} from '../../../application/renders/dispatch-renders.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { Logger } from '../../platform/logging.js';
import type { LoopWatch, Repeated } from './watch-loops.js';

/** How often to dispatch without a notification, in ms. */
const INTERVAL = 1000;

/** How often to look for renders that the queue may have lost, in ms. */
const SWEEP_INTERVAL = 5_000;

/** Dispatches renders, one dispatch at a time: immediately, on notification and every second. */
export const startRenderDispatcher = (dispatch: Dispatch, loops: LoopWatch, logger: Logger): Repeated => {
  let lastSweep = -Infinity;
  return loops.repeat('dispatcher', INTERVAL, async () => {
    const now = performance.now();
    const steps: Array<E.Either<Fault, unknown>> = [];
    if (now - lastSweep >= SWEEP_INTERVAL) {
      lastSweep = now;
      steps.push(await sweepRenders(dispatch));
    }
    steps.push(await dispatchRenders(dispatch));
    for (const step of steps)
      if (E.isLeft(step)) logger.warn({ fault: step.left }, 'renders could not be queued');
  });
};
