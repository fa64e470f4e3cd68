/** An event store with a history, and read models of it. */
import { jsonEvent, type JSONType } from '@eventstore/db-client';
import { uncompared } from '../../../application/transparency/compare-history.js';
import type { EventLog } from '../../../application/ports/event-log.js';
import type { NewEvent } from '../../../application/ports/event-store.js';
import { runProjections } from '../../../application/projections/run-projections.js';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import { toEventData } from '../../../infrastructure/eventstore/event-codec.js';
import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { enqueueDeliveries } from '../../../infrastructure/postgres/webhooks/deliveries.js';
import { postgresProjectionStore } from '../../../infrastructure/postgres/read-models/projection-store.js';
import { catchUpOnSkipped } from '../../../infrastructure/processes/parts/catch-up-on-skipped.js';
import { allProjections } from '../../../projections/all.js';
import { startNodeHere } from './node-process.js';
import { createMigratedDatabase, createTestDatabase } from '../servers/postgres.js';
import { silentEventLog } from './silent-event-log.js';
import { PUBLIC_BASE_URL } from '../service/public-base-url.js';

/** A separate store with a client. */
export const startStore = async (startNode = startNodeHere) => {
  const database = await createTestDatabase();
  const node = await startNode(database.url);
  const connection = connectToEventStore(node.connectionString);
  const log = silentEventLog(connection.client);
  return {
    ...connection,
    databaseUrl: database.url,
    node,
    log,
    append: async (stream: string, events: ReadonlyArray<NewEvent>): Promise<void> => {
      await connection.client.appendToStream(stream, events.map(toEventData));
    },
    /** Appends what this service would not write. */
    appendForeign: async (stream: string, event: { type: string; data: unknown }): Promise<void> => {
      await connection.client.appendToStream(
        stream,
        jsonEvent({ type: event.type, data: event.data as JSONType }),
      );
    },
    stop: async () => {
      await connection.close();
      await node.stop();
      await database.drop();
    },
  };
};

export const projectionStoreOn = (database: Parameters<typeof postgresProjectionStore>[0]) =>
  postgresProjectionStore(database, allProjections, enqueueDeliveries(PUBLIC_BASE_URL));

/** Empty read models in a separate database. */
export const startReadModels = async () => {
  const testDatabase = await createMigratedDatabase();
  const database = openDatabase({ url: testDatabase.url });
  return {
    url: testDatabase.url,
    database,
    store: projectionStoreOn(database),
    stop: async () => {
      await database.destroy();
      await testDatabase.drop();
    },
  };
};

export type ReadModels = Awaited<ReturnType<typeof startReadModels>>;

/** Projects the log to read models until stopped. */
export const startProjecting = (log: EventLog, { store }: ReadModels) => {
  const ended = new AbortController();
  const done = runProjections({ eventLog: log, store, onApplied: () => undefined, signal: ended.signal });
  return {
    stop: async () => {
      ended.abort();
      await done;
    },
  };
};

/** Projects the log to read models up to its head. */
export const replay = async (log: EventLog, { store }: ReadModels): Promise<void> => {
  const head = await log.headAfter(undefined);
  const ended = new AbortController();
  for await (const batch of log.follow(await store.start(), ended.signal)) {
    await store.apply(batch);
    if (head && batch.upTo.commit >= head.commit) ended.abort();
  }
};

/** Rebuilds read models that skipped events, as a projector does at its start; returns the types of these events. */
export const catchUp = (
  { client, log }: Pick<Awaited<ReturnType<typeof startStore>>, 'client' | 'log'>,
  { database, url }: ReadModels,
): Promise<ReadonlyArray<string>> =>
  catchUpOnSkipped({
    database,
    databaseUrl: url,
    eventLog: log,
    archive: eventStoreDbArchive(client, uncompared),
    signal: new AbortController().signal,
  });
