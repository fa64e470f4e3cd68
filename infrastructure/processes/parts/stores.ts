import type { ConnectedConfig } from '../../platform/config.js';
import { connectToEventStore } from '../../eventstore/client.js';
import { openDatabase } from '../../postgres/connection/database.js';
import { migrate } from '../../postgres/migrations/migrate.js';
import { claimAtStart } from './claim-store.js';

interface StoreOptions extends Omit<Parameters<typeof openDatabase>[0], 'url'> {
  /** Whether the read models may belong to another event store. */
  readonly allowAnyStore?: boolean;
}

/**
 * Connects to the event store and to the database, whose schema it brings up to date. Rejects with StartRefusedError if
 * they do not belong together; `refused` does if the event store becomes reachable only later.
 */
export const connectStores = async (
  { databaseUrl, eventStoreUrl }: Pick<ConnectedConfig, 'databaseUrl' | 'eventStoreUrl'>,
  { allowAnyStore = false, ...options }: StoreOptions = {},
) => {
  const database = openDatabase({ url: databaseUrl, ...options });
  const { client, close: disconnect } = connectToEventStore(eventStoreUrl);
  const closing = new AbortController();
  const close = async (): Promise<void> => {
    closing.abort();
    await disconnect();
    await database.destroy();
  };
  try {
    await migrate(database);
    const { refused } = allowAnyStore
      ? { refused: new Promise<never>(() => undefined) }
      : await claimAtStart({ database, client, eventStoreUrl }, closing.signal);
    return { database, client, refused, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** The event store and the database of a process. */
export type Stores = Awaited<ReturnType<typeof connectStores>>;
