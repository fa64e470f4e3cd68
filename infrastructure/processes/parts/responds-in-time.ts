import { setTimeout as delay } from 'node:timers/promises';

/** Timeout of a server check, in ms; clients that check readiness wait little longer. */
const DEADLINE = 2000;

/** Whether the check succeeds within 2 s. */
export const respondsInTime = async (ask: () => Promise<unknown>): Promise<boolean> => {
  const answered = new AbortController();
  try {
    return await Promise.race([
      ask().then(() => true),
      delay(DEADLINE, false, { signal: answered.signal, ref: false }),
    ]);
  } catch {
    return false;
  } finally {
    answered.abort();
  }
};
