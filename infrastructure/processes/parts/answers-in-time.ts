import { setTimeout as delay } from 'node:timers/promises';

/** How long a server may take to show that it is there, in ms: those that ask for readiness wait little longer. */
const DEADLINE = 2000;

/** Whether the question is answered within 2 s, and not with an error. */
export const answersInTime = async (ask: () => Promise<unknown>): Promise<boolean> => {
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
