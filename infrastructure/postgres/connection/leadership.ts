import { setTimeout as delay } from 'node:timers/promises';
import { openSession } from './session.js';

/** How often a standby retries, in ms. */
const INTERVAL = 500;

/**
 * Waits until this process is the leader for a name. Leadership is a session-level advisory lock, which PostgreSQL
 * releases when the process or its connection is gone.
 * @returns a signal that aborts when leadership is lost, and a way to resign; undefined if `signal` aborted first
 */
export const becomeLeader = async (
  databaseUrl: string,
  name: string,
  signal: AbortSignal,
): Promise<{ readonly lost: AbortSignal; readonly resign: () => Promise<void> } | undefined> => {
  const client = await openSession(databaseUrl, name);
  const lost = new AbortController();
  client.once('end', () => lost.abort(new Error(`leadership of ${name} was lost`)));
  const resign = () => client.end();
  while (!signal.aborted) {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtext($1)) as held',
      [`framewright ${name}`],
    );
    if (rows[0]?.held) return { lost: lost.signal, resign };
    await delay(INTERVAL, undefined, { signal }).catch(() => undefined);
  }
  await resign();
  return undefined;
};
