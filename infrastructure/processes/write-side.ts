import type { WriteSide } from '../../application/write-and-await.js';
import type { ConnectedConfig } from '../config.js';
import { connectToEventStore } from '../eventstore/client.js';
import { eventStoreDbEventStore } from '../eventstore/event-store-db.js';
import { openDatabase } from '../postgres/database.js';
import { migrate } from '../postgres/migrate.js';
import { postgresReadModel } from '../postgres/read-model.js';
import { randomIds } from '../random-ids.js';
import { systemClock } from '../system-clock.js';

/** The event store and the read models, as every process that answers clients needs them. */
export const connectWriteSide = async (config: ConnectedConfig) => {
  const database = openDatabase({ url: config.databaseUrl });
  await migrate(database);
  const eventStore = connectToEventStore(config.eventStoreUrl);
  const { client, credentials } = eventStore;
  const readModel = await postgresReadModel({ database, databaseUrl: config.databaseUrl });
  const side: WriteSide = {
    eventStore: eventStoreDbEventStore(client, credentials),
    ids: randomIds,
    clock: systemClock,
    readModel,
  };
  return {
    database,
    client,
    side,
    close: async (): Promise<void> => {
      await readModel.close();
      await eventStore.close();
      await database.destroy();
    },
  };
};
