import { setTimeout as delay } from 'node:timers/promises';

const LONGEST_WAIT_MS = 15_000;
const PAUSE_MS = 20;

/** Retries the check until it passes and returns its value; rejects with its last error if it never passes. */
export const eventually = async <Value>(
  check: () => Promise<Value> | Value,
  longestMs = LONGEST_WAIT_MS,
): Promise<Value> => {
  const deadline = Date.now() + longestMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(PAUSE_MS);
    }
  }
};
