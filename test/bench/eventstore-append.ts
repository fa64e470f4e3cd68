/**
 * Append throughput of the embedded event store at several concurrencies, as ratios to concurrency 1, to plain INSERT
 * and COMMIT on the same durable PostgreSQL in the same run, and, with credentials over TLS as `npm start` runs it, to
 * the same without.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { Client } from 'pg';
import { prepareEventStoreSecrets } from '../../infrastructure/machine/servers/event-store-secrets.js';
import { startNodeProcess } from '../support/event-store/node-process.js';
import { createDatabaseOn, startPostgres } from '../support/servers/postgres-server.js';

const SECONDS_EACH = Number(process.env['BENCH_SECONDS'] ?? 4);
const CONCURRENCIES = [1, 8, 64] as const;
const PAYLOAD = { text: 'x'.repeat(400) };

/** Runs the given number of operations concurrently; returns operations per second. */
const throughput = async (
  concurrency: number,
  operation: (worker: number) => Promise<unknown>,
): Promise<number> => {
  const run = async (milliseconds: number): Promise<number> => {
    const began = performance.now();
    let done = 0;
    const work = async (worker: number): Promise<void> => {
      while (performance.now() - began < milliseconds) {
        await operation(worker);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, (_, worker) => work(worker)));
    return done / ((performance.now() - began) / 1000);
  };
  await run(500);
  return run(SECONDS_EACH * 1000);
};

const measureInserts = async (databaseUrl: string): Promise<number> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table bare (position bigserial primary key, id uuid unique, data bytea)');
  const data = Buffer.from(JSON.stringify(PAYLOAD));
  const rate = await throughput(1, async () => {
    await client.query('begin');
    await client.query({
      name: 'bare',
      text: 'insert into bare (id, data) values ($1, $2)',
      values: [randomUUID(), data],
    });
    await client.query('commit');
  });
  await client.end();
  return rate;
};

const measureAppends = async (
  connectionString: string,
  concurrency: number,
  path: string,
): Promise<number> => {
  const client = EventStoreDBClient.connectionString(connectionString);
  const streams = Array.from({ length: concurrency }, () => `bench-${randomUUID()}`);
  const revisions = streams.map(() => -1n);
  if (path === 'classic') Object.assign(client, { supports: () => Promise.resolve(false) });
  const rate = await throughput(concurrency, async (worker) => {
    const last = revisions[worker] ?? -1n;
    const expectedRevision = last === -1n ? 'no_stream' : last;
    const event = jsonEvent({ type: 'Benchmarked', data: PAYLOAD });
    const result = await client.appendToStream(streams[worker] ?? '', event, {
      expectedRevision,
    });
    revisions[worker] = result.nextExpectedRevision;
  });
  await client.dispose();
  return rate;
};

const postgres = await startPostgres({ durable: true });
const [open, guarded] = [await createDatabaseOn(postgres.url), await createDatabaseOn(postgres.url)];
const secrets = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
await prepareEventStoreSecrets(secrets);
const nodes = [
  await startNodeProcess(open.url),
  await startNodeProcess(guarded.url, undefined, secrets),
] as const;
try {
  const bare = await measureInserts(open.url);
  console.log(`bare insert and commit: ${bare.toFixed(0)} a second`);
  for (const path of ['batch', 'classic']) {
    let alone = 0;
    for (const concurrency of CONCURRENCIES) {
      const rate = await measureAppends(nodes[0].connectionString, concurrency, path);
      const secured = await measureAppends(nodes[1].connectionString, concurrency, path);
      if (concurrency === 1) alone = rate;
      console.log(
        `${path} append, ${concurrency} at once: ${rate.toFixed(0)} a second, ` +
          `${(rate / alone).toFixed(2)} of one at once, ${(rate / bare).toFixed(2)} of bare; ` +
          `${(secured / rate).toFixed(2)} of that with credentials over TLS`,
      );
    }
  }
} finally {
  for (const node of nodes) await node.stop();
  await postgres.stop();
  await rm(secrets, { recursive: true });
}
