import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats work that fails, until the signal aborts.
 * @param pauses before the second and later attempts, in ms
 * @param isRetryable whether another attempt may succeed after this error
 */
export const retried = async <A>(
  work: () => Promise<A>,
  pauses: ReadonlyArray<number>,
  isRetryable: (error: unknown) => boolean = () => true,
  signal?: AbortSignal,
): Promise<A> => {
  for (const pause of pauses) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted || !isRetryable(error)) throw error;
      await delay(pause, undefined, { signal });
    }
  }
  return work();
};
