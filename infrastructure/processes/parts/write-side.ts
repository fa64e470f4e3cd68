import { cachedStreamHeads } from '../../../application/commands/cached-stream-heads.js';
import type { WriteSide } from '../../../application/commands/write-and-await.js';
import type { ConnectedConfig } from '../../platform/config.js';
import { connectToEventStore } from '../../eventstore/client.js';
import { eventStoreDbEventStore } from '../../eventstore/event-store-db.js';
import { openDatabase } from '../../postgres/connection/database.js';
import { migrate } from '../../postgres/migrations/migrate.js';
import { postgresReadModel } from '../../postgres/read-models/read-model.js';
import { randomIds } from '../../platform/random-ids.js';
import { systemClock } from '../../platform/system-clock.js';
import { claimAtStart } from './claim-store.js';

/**
 * The event store and the read models, for every process that serves clients. Rejects with StartRefusedError if they do
 * not belong together, unless `allowAnyStore` is set.
 */
export const connectWriteSide = async (config: ConnectedConfig, { allowAnyStore = false } = {}) => {
  const { databaseUrl, eventStoreUrl } = config;
  const database = openDatabase({ url: databaseUrl });
  const { client, close: disconnect } = connectToEventStore(eventStoreUrl);
  const closing = new AbortController();
  const closeBoth = async (): Promise<void> => {
    closing.abort();
    await disconnect();
    await database.destroy();
  };
  const claim = async () => {
    await migrate(database);
    if (allowAnyStore) return { refused: new Promise<never>(() => undefined) };
    return claimAtStart({ database, client, eventStoreUrl }, closing.signal);
  };
  const { refused } = await claim().catch(async (error: unknown) => {
    await closeBoth();
    throw error;
  });
  const readModel = await postgresReadModel({ database, databaseUrl });
  const side: WriteSide = {
    eventStore: cachedStreamHeads(eventStoreDbEventStore(client)),
    ids: randomIds,
    clock: systemClock,
    readModel,
  };
  return {
    database,
    client,
    side,
    /** Rejects if the event store becomes reachable only later and turns out not to be the one of the read models. */
    refused,
    close: async (): Promise<void> => {
      await readModel.close();
      await closeBoth();
    },
  };
};
