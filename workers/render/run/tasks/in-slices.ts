import { setImmediate as afterOthers } from 'node:timers/promises';
import type { Steps } from '../../plan/steps.js';

/** How long one computation uses the thread before what else waits for it has its turn, in ms. */
const SLICE = 10;

/** What a computation returns. Heartbeats, previews and other renders go on meanwhile. @throws the reason of an abort */
export const inSlices = async <A>(steps: Steps<A>, signal: AbortSignal): Promise<A> => {
  let since = performance.now();
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
    if (performance.now() - since < SLICE) continue;
    await afterOthers();
    signal.throwIfAborted();
    since = performance.now();
  }
};
