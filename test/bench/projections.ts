/**
 * How fast read models are rebuilt, compared to only reading `$all` with the client in the same run. EVENTS sets the
 * number of events, RUNS the number of measurements.
 */
import { performance } from 'node:perf_hooks';
import type { LogPosition } from '../../domain/events.js';
import { connectToEventStore } from '../../infrastructure/eventstore/client.js';
import { eventStoreDbEventLog } from '../../infrastructure/eventstore/event-log.js';
import { openDatabase } from '../../infrastructure/postgres/connection/database.js';
import { enqueueDeliveries } from '../../infrastructure/postgres/webhooks/deliveries.js';
import { migrate } from '../../infrastructure/postgres/migrations/migrate.js';
import { postgresProjectionStore } from '../../infrastructure/postgres/read-models/projection-store.js';
import { allProjections } from '../../projections/all.js';
import { startNodeProcess } from '../support/event-store/node-process.js';
import { storeHistory } from '../support/event-store/example-history.js';
import { createDatabaseOn, startPostgres } from '../support/servers/postgres-server.js';

const EVENTS = Number(process.env['EVENTS'] ?? 20_000);
const RUNS = Number(process.env['RUNS'] ?? 3);

const seconds = async (work: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

const postgres = await startPostgres({ durable: true });
const storeDatabase = await createDatabaseOn(postgres.url);
const node = await startNodeProcess(storeDatabase.url);
const { client, close } = connectToEventStore(node.connectionString);
const log = eventStoreDbEventLog(client, {
  onLost: (error) => console.error(error),
  onUnknownEvent: (type) => console.error(type),
  onUndecodableEvent: console.error,
});

const events = await storeHistory(client, EVENTS);
const head = await log.headAfter(undefined);

const readAll = async (): Promise<void> => {
  let read = 0;
  for await (const { event } of client.readAll()) if (event && !event.type.startsWith('$')) read += 1;
  if (read !== events) throw new Error(`read ${read} of ${events} events`);
};

const replay = async (databaseUrl: string): Promise<void> => {
  const database = openDatabase({ url: databaseUrl });
  const store = postgresProjectionStore(database, allProjections, enqueueDeliveries('https://x.example'));
  const reached = (upTo: LogPosition): boolean => head !== undefined && upTo.commit >= head.commit;
  const ended = new AbortController();
  for await (const batch of log.follow(undefined, ended.signal)) {
    await store.apply(batch);
    if (reached(batch.upTo)) ended.abort();
  }
  await database.destroy();
};

const ratios: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  const fresh = await createDatabaseOn(postgres.url);
  const database = openDatabase({ url: fresh.url });
  await migrate(database);
  await database.destroy();
  const reading = await seconds(readAll);
  const replaying = await seconds(() => replay(fresh.url));
  ratios.push(reading / replaying);
  console.log(
    `read ${Math.round(events / reading)} events/s, replayed ${Math.round(events / replaying)} events/s: ${Math.round((100 * reading) / replaying)} %`,
  );
  await fresh.drop();
}
const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
console.log(
  `replay runs at ${Math.round(100 * median)} % of the speed of reading (${events} events, median of ${RUNS})`,
);

await close();
await node.stop();
await postgres.stop();
