import { setTimeout as delay } from 'node:timers/promises';

const LONGEST_WAIT_MS = 15_000;
const PAUSE_MS = 20;

/** Tries until the check passes and gives its value; rejects as the check last did when it never passes. */
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
