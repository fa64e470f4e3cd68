import { setTimeout as delay } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Knex } from 'knex';
import { accessAfter } from '../../eventstore/access.js';
import { storeIdentity } from '../../eventstore/store-identity.js';
import { claimFor } from '../../postgres/read-models/event-store.js';
import { withTimeout } from '../../platform/with-timeout.js';
import { StartRefusedError } from '../../platform/start-refused.js';

const FIRST_PAUSE = 100;
const MAX_PAUSE = 2000;

/** How long to wait at startup for an event store that does not respond, in ms. */
const MAX_WAIT = 5000;

export interface StoreDependencies {
  readonly database: Knex;
  readonly client: EventStoreDBClient;
  readonly eventStoreUrl: string;
}

const belongsToAnother = (owner: string, storeId: string): string =>
  [
    `The read models in this database were built from another event store (${owner}) than the one in EVENTSTORE_URL (${storeId}).`,
    'If that is a mistake, set EVENTSTORE_URL back.',
    'To move the history, copy it: npm run admin -- eventstore copy --from OLD_URL --to NEW_URL.',
    'If EVENTSTORE_URL names the intended store, such as a finished copy, stop the service and run:',
    'npm run admin -- projections rebuild --adopt-store',
  ].join('\n');

/** The identity of the event store. Waits for a store that cannot be reached, until the signal aborts. */
const identityOf = async (
  { client, eventStoreUrl }: Omit<StoreDependencies, 'database'>,
  signal: AbortSignal,
): Promise<string> => {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
    signal.throwIfAborted();
    try {
      return await storeIdentity(client);
    } catch (error) {
      const access = accessAfter(error, eventStoreUrl);
      if (access._tag === 'Refused') throw new StartRefusedError(access.advice);
    }
    await delay(pause, undefined, { signal });
  }
};

/**
 * Verifies that the database's checkpoints belong to this event store. Waits for a store that cannot be reached.
 * Rejects with StartRefusedError if the database belongs to another store or the store refuses the user, and with the
 * signal's reason if it aborts.
 */
export const claimStore = async (store: StoreDependencies, signal: AbortSignal): Promise<void> => {
  const storeId = await identityOf(store, signal);
  const owner = await claimFor(store.database, storeId);
  if (owner !== storeId) throw new StartRefusedError(belongsToAnother(owner, storeId));
};

/**
 * Claims the database for the event store while a process starts. A store that does not respond for a few seconds must
 * not prevent the process from serving reads: the claim then continues, and `refused` rejects if it fails.
 */
export const claimAtStart = async (
  store: StoreDependencies,
  signal: AbortSignal,
): Promise<{ readonly refused: Promise<never> }> => {
  const claiming = claimStore(store, signal);
  const never = new Promise<never>(() => undefined);
  const refused = claiming.then(
    () => never,
    (error: unknown) => (signal.aborted ? never : Promise.reject(error)),
  );
  refused.catch(() => undefined); // may also fail the start below
  await withTimeout(MAX_WAIT, claiming, undefined);
  return { refused };
};
