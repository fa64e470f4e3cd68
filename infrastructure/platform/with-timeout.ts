import { setTimeout as delay } from 'node:timers/promises';

/** The result of work, or `fallback` if it takes longer than `ms`; the work itself goes on. */
export const withTimeout = async <A, B>(ms: number, work: Promise<A>, fallback: B): Promise<A | B> => {
  const settled = new AbortController();
  try {
    return await Promise.race([work, delay(ms, fallback, { signal: settled.signal })]);
  } finally {
    settled.abort();
  }
};
