import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from './ports/fault.js';
import type { RenderJobs } from './ports/render-jobs.js';
import type { RenderQueue } from './ports/render-queue.js';

const BATCH = 100;

/**
 * How old a place on the queue may be before the render is published again, in ms. A render that is still on the queue
 * stays there once; one that the queue lost comes back.
 */
const STALE = 60_000;

/**
 * Puts every render that is due on the workers' queue. Which are due follows from events; one that was published but not
 * marked is published again, and the queue holds it once.
 * @returns how many there were, or the fault that ended it: those left out are due again next time
 */
export const dispatchRenders = async (
  jobs: RenderJobs,
  queue: RenderQueue,
): Promise<E.Either<Fault, number>> => {
  let total = 0;
  for (;;) {
    const due = await jobs.due(STALE, BATCH);
    for (const renderId of due) {
      const published = await queue.publish(renderId)();
      if (E.isLeft(published)) return published;
    }
    await jobs.markQueued(due);
    total += due.length;
    if (due.length < BATCH) return E.right(total);
  }
};
