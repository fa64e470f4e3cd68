import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats work that fails, until the signal aborts.
 * @param pauses before the second and later attempts, in ms
 * @param mayHelp whether another attempt may succeed after an error
 */
export const retried = async <A>(
  work: () => Promise<A>,
  pauses: ReadonlyArray<number>,
  mayHelp: (error: unknown) => boolean = () => true,
  signal?: AbortSignal,
): Promise<A> => {
  for (const pause of pauses) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted || !mayHelp(error)) throw error;
      await delay(pause, undefined, { signal });
    }
  }
  return work();
};
