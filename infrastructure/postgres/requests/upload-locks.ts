import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Client } from 'pg';
import { openSession } from '../connection/session.js';
import { listen } from '../connection/listen.js';

const CHANNEL = 'framewright_uploads';

/** How often a lock that another process holds is requested, in ms. */
const RETRY = 100;

/** One lock, as a tus server uses it. */
interface UploadLock {
  /**
   * Resolves when the lock is acquired. Asks its holder to release it. Rejects when `signal` aborts.
   * @param requestRelease called when another request wants the lock
   */
  readonly lock: (signal: AbortSignal, requestRelease: () => void | Promise<void>) => Promise<void>;
  readonly unlock: () => Promise<void>;
}

const nameOf = (id: string): string => `framewright upload ${id}`;

/** A connection that is opened when it is needed. @param onEnd called when it is lost, with all its locks */
const reopenedSession = (databaseUrl: string, onEnd: () => void) => {
  let session: Promise<Client> | undefined;
  const open = async (): Promise<Client> => {
    const client = await openSession(databaseUrl, 'uploads');
    client.once('end', () => {
      session = undefined;
      onEnd();
    });
    return client;
  };
  const ask = async (
    text: string,
    values: ReadonlyArray<string>,
  ): Promise<{ readonly held?: boolean } | undefined> => {
    session ??= open();
    const client = await session.catch((error: unknown) => {
      session = undefined;
      throw error;
    });
    const { rows } = await client.query<{ held?: boolean }>(text, [...values]);
    return rows[0];
  };
  const oneByOne = pLimit(1); // a connection answers one query at a time
  return {
    query: (text: string, values: ReadonlyArray<string>) => oneByOne(() => ask(text, values)),
    close: async () => (await session)?.end(),
  };
};

/**
 * Locks of uploads, over all processes: session-level advisory locks of one connection for each process, which PostgreSQL
 * releases when the process or its connection is gone. A process that wants a lock notifies its holder.
 */
export const postgresUploadLocks = async (databaseUrl: string) => {
  /** The locks of this process: a session may take the same lock several times. */
  const held = new Map<string, () => void | Promise<void>>();
  const session = reopenedSession(databaseUrl, () => {
    // Other processes may hold them now.
    for (const requestRelease of held.values()) void requestRelease();
  });
  const stopListening = await listen(
    databaseUrl,
    CHANNEL,
    (id) => void held.get(id)?.(),
    () => undefined,
  );

  /** Tries to acquire the lock. If another request holds it, asks that to release it, and returns false. */
  const take = async (id: string, requestRelease: () => void | Promise<void>): Promise<boolean> => {
    const holder = held.get(id);
    if (holder) {
      await holder();
      return false;
    }
    held.set(id, requestRelease);
    let taken = false;
    try {
      const row = await session.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [
        nameOf(id),
      ]);
      taken = row?.held === true;
      if (!taken) await session.query('select pg_notify($1, $2)', [CHANNEL, id]);
      return taken;
    } finally {
      if (!taken) held.delete(id);
    }
  };

  return {
    newLock: (id: string): UploadLock => ({
      lock: async (signal, requestRelease) => {
        while (!(await take(id, requestRelease))) await delay(RETRY, undefined, { signal });
      },
      unlock: async () => {
        if (held.delete(id))
          await session.query('select pg_advisory_unlock(hashtextextended($1, 0))', [nameOf(id)]);
      },
    }),
    close: async () => {
      await stopListening();
      await session.close();
    },
  };
};
