/**
 * What the embedded event store costs: rate, and CPU time of the server's process for each event, of appends, reads and
 * catch-up subscriptions, as ratios against a baseline measured in the same run. The baseline is the embedded node of
 * another checkout (BENCH_BASELINE=/path/to/checkout, which has its node_modules), or a server that runs already
 * (BENCH_BASELINE_URL=esdb://… and BENCH_BASELINE_PID of its process).
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent, START, streamNameFilter } from '@eventstore/db-client';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { endChild } from '../support/processes/end-child.js';
import { createDatabaseOn, startPostgres } from '../support/servers/postgres-server.js';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 20_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Part of the name of the only work to measure. */
const ONLY = process.env['BENCH_ONLY'];
const PAYLOAD = { text: 'x'.repeat(900) };
const BATCH = 100;
const STREAM_LENGTH = 50;
const MILLISECONDS_PER_TICK = 10;

/** A server under measurement. */
interface Contender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** CPU time the process has used, in ms: user and system, in ticks of 10 ms. */
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK;
};

const startNode = async (name: string, root: string, databaseUrl: string): Promise<Contender> => {
  const child = fork(join(root, 'infrastructure/processes/embedded-event-store.ts'), {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, EVENTSTORE_PORT: '0' },
    execArgv: ['--import=tsx', ...(process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? [])],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', ({ listening }: { listening: number }) => resolve(listening));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${String(code)}`)));
  });
  return {
    name,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    pid: child.pid ?? -1,
    stop: async () => void (await endChild(child, 'SIGTERM')),
  };
};

interface Measured {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

/** Runs the work, which returns how many events it processed. */
const measure = async (pid: number, work: () => Promise<number>): Promise<Measured> => {
  const [cpu, began] = [cpuOf(pid), performance.now()];
  const events = await work();
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: events / seconds, cpuMicros: ((cpuOf(pid) - cpu) * 1000) / events };
};

const event = () => jsonEvent({ type: 'Benchmarked', data: PAYLOAD, metadata: { by: 'bench' } });

const works = (client: EventStoreDBClient, prefix: string) => {
  const credentials = { username: 'admin', password: 'changeit' };
  const append = () =>
    client.appendToStream(`${prefix}-${randomUUID()}`, event(), {
      credentials,
      expectedRevision: 'no_stream',
    });
  const appendsAtOnce = async (writers: number): Promise<number> => {
    const each = Math.ceil(EVENTS / 5 / writers);
    const writer = async () => {
      for (let sent = 0; sent < each; sent += 1) await append();
    };
    await Promise.all(Array.from({ length: writers }, writer));
    return each * writers;
  };
  return {
    'batches of 100': async () => {
      for (let sent = 0; sent < EVENTS; sent += BATCH)
        await client.appendToStream(`${prefix}-${randomUUID()}`, Array.from({ length: BATCH }, event));
      return EVENTS;
    },
    'single appends': async () => {
      const count = EVENTS / 20;
      for (let sent = 0; sent < count; sent += 1) await append();
      return count;
    },
    '16 appends at once': () => appendsAtOnce(16),
    '64 appends at once': () => appendsAtOnce(64),
    'reading $all': async () => {
      let read = 0;
      for await (const _ of client.readAll({ maxCount: EVENTS })) read += 1;
      return read;
    },
    'catch-up': async () => {
      const filter = streamNameFilter({ prefixes: [`${prefix}-`] });
      const subscription = client.subscribeToAll({ fromPosition: START, filter });
      let read = 0;
      await new Promise<void>((resolve, reject) => {
        subscription.once('error', reject).on('data', () => {
          read += 1;
          if (read === EVENTS) resolve();
        });
      });
      await subscription.unsubscribe();
      return EVENTS;
    },
    'reading streams of 50': async () => {
      const stream = `${prefix}-short-${randomUUID()}`;
      await client.appendToStream(stream, Array.from({ length: STREAM_LENGTH }, event));
      const reads = EVENTS / STREAM_LENGTH;
      for (let done = 0; done < reads; done += 1)
        for await (const _ of client.readStream(stream, { maxCount: STREAM_LENGTH }));
      return EVENTS;
    },
  };
};

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const postgres = await startPostgres({ durable: true });
const { BENCH_BASELINE, BENCH_BASELINE_URL, BENCH_BASELINE_PID } = process.env;
const contenders: Contender[] = [];
try {
  const databaseUrl = async () => (await createDatabaseOn(postgres.url)).url;
  contenders.push(await startNode('this', packageRoot, await databaseUrl()));
  if (BENCH_BASELINE !== undefined)
    contenders.push(await startNode('baseline', BENCH_BASELINE, await databaseUrl()));
  if (BENCH_BASELINE_URL !== undefined)
    contenders.push({
      name: 'baseline',
      url: BENCH_BASELINE_URL,
      pid: Number(BENCH_BASELINE_PID),
      stop: () => Promise.resolve(),
    });
  const prefix = `bench${randomUUID().slice(0, 8)}`;
  const sides = contenders.map((contender) => {
    const client = EventStoreDBClient.connectionString(contender.url);
    return { contender, client, works: works(client, prefix) };
  });
  for (const { works } of sides) await works['batches of 100'](); // for reads
  const names = Object.keys(sides[0]?.works ?? {}) as ReadonlyArray<keyof ReturnType<typeof works>>;
  for (const name of names.filter((name) => ONLY === undefined || name.includes(ONLY))) {
    const results = new Map<string, Measured[]>();
    // Rounds alternate between the contenders; the first of each is a warm-up.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const { contender, works } of sides) {
        const measured = await measure(contender.pid, works[name]);
        if (round > 0) results.set(contender.name, [...(results.get(contender.name) ?? []), measured]);
      }
    const figures = (contender: string) => {
      const all = results.get(contender) ?? [];
      return {
        rate: median(all.map(({ perSecond }) => perSecond)),
        cpu: median(all.map(({ cpuMicros }) => cpuMicros)),
      };
    };
    const [ours, theirs] = [figures('this'), figures('baseline')];
    const against = results.has('baseline')
      ? `; ${(ours.rate / theirs.rate).toFixed(2)} of the baseline's rate, ${(ours.cpu / theirs.cpu).toFixed(2)} of its CPU time (${theirs.cpu.toFixed(0)} µs)`
      : '';
    console.log(`${name}: ${ours.rate.toFixed(0)} a second, ${ours.cpu.toFixed(0)} µs an event${against}`);
  }
  for (const { client } of sides) await client.dispose();
} finally {
  for (const { stop } of contenders) await stop();
  await postgres.stop();
}
