import { setTimeout as delay } from 'node:timers/promises';

/** What work resolves with, or `late` if it takes longer than `ms`; the work itself goes on. */
export const inTime = async <A, B>(ms: number, work: Promise<A>, late: B): Promise<A | B> => {
  const settled = new AbortController();
  try {
    return await Promise.race([work, delay(ms, late, { signal: settled.signal })]);
  } finally {
    settled.abort();
  }
};
