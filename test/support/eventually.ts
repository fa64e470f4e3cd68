import { setTimeout as delay } from 'node:timers/promises';

/** Only what fails waits so long. Other tests keep the processors busy meanwhile. */
const LONGEST_WAIT_MS = 60_000;
/** Checks that wait long are repeated less often: most ask the service, which works on what they wait for. */
const PAUSE_MS = { shortest: 20, longest: 100, partOfWait: 1 / 20 };

/** Retries the check until it passes and returns its value; rejects with its last error if it never passes. */
export const eventually = async <Value>(
  check: () => Promise<Value> | Value,
  longestMs = LONGEST_WAIT_MS,
): Promise<Value> => {
  const begunAt = Date.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waitedMs = Date.now() - begunAt;
      if (waitedMs > longestMs) throw error;
      const { shortest, longest, partOfWait } = PAUSE_MS;
      await delay(Math.min(longest, Math.max(shortest, waitedMs * partOfWait)));
    }
  }
};
