/**
 * Requests per second of the API, each as a ratio to a minimal Koa handler in the same run: for reads, one with the same
 * SQL through pg; for writes, one that only appends an event of the same size, in a call of its own with the event
 * store's client. API and projector run as built, in processes of their own, as in production. Below each figure stands
 * the CPU time of every process per request, because other load on the machine distorts rates; it includes what the
 * projector does after the last response, and how long that took. BENCH_SECONDS sets the length of each measurement,
 * BENCH_ROUNDS their number, BENCH_ONLY is a regular expression for the names of cases such as `patch by 16`, and
 * BENCH_NODE_OPTIONS are options of Node for API and projector.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lastOwnCommit } from '../../infrastructure/eventstore/event-log.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { buildWhenStale } from '../../infrastructure/machine/setup/build-when-stale.js';
import { cpuByProcess } from '../support/cpu-by-process.js';
import { apiClient, minimalVideo } from '../support/http-client.js';
import { startTestNats } from '../support/nats.js';
import { startPostgres } from '../support/postgres-server.js';
import { rightOf } from '../support/right-of.js';
import { startServiceProcess } from '../support/service-process.js';
import { startService } from '../support/service.js';
import { type Load, requestsPerSecond, type WireRequest } from '../support/load.js';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const ONLY = new RegExp(process.env['BENCH_ONLY'] ?? '');
const READERS = [16, 64, 256];
const WRITERS = [1, 16, 64, 256];
const OWNER = 'bench';

const VIDEO = {
  ...minimalVideo,
  clips: Array.from({ length: 4 }, (_, n) => ({
    type: 'text',
    timeFrame: { start: n * 100, end: 1000 },
    textProperties: { content: `line ${n}` },
  })),
};

buildWhenStale(packageRoot);
const postgres = await startPostgres({ durable: true });
process.env['DATABASE_URL'] = postgres.url;
const nats = await startTestNats();
const service = await startService({ projects: false, readableWithinMs: 60_000 });
const settings = {
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
  NATS_URL: nats.url,
  PORT: '0',
  PUBLIC_BASE_URL: 'https://video.example.org',
};
const nodeOptions = process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? [];
const withOptions = ([node = '', ...rest]: ReadonlyArray<string>) => [node, ...nodeOptions, ...rest];
const start = (name: 'api' | 'projector') =>
  startServiceProcess(name, service, settings, 'build', withOptions);
const projector = await start('projector');
const api = await start('api');
const baseUrl = `http://127.0.0.1:${api.greeting.listening}`;
const bare = fork(fileURLToPath(new URL('../support/bare-http.ts', import.meta.url)), {
  env: {
    ...process.env,
    DATABASE_URL: service.databaseUrl,
    EVENTSTORE_URL: service.node.connectionString,
  },
  execArgv: ['--import=tsx'],
});
const barePort = await new Promise<number>((resolve) =>
  bare.once('message', ({ listening }: { listening: number }) => resolve(listening)),
);

const databaseNameOf = (url: string): string => new URL(url).pathname.slice(1);
const names = new Map([
  [databaseNameOf(service.databaseUrl), 'PostgreSQL: read models'],
  [databaseNameOf(service.storeDatabaseUrl), 'PostgreSQL: event store'],
]);
const pidQuery = await service.database.raw<{ rows: [{ pid: number }] }>('select pg_backend_pid() as pid');
const cpu = () =>
  cpuByProcess({
    pids: {
      API: api.pid,
      bare: bare.pid ?? -1,
      projector: projector.pid,
      node: service.node.pid,
      load: process.pid,
    },
    backend: pidQuery.rows[0].pid,
    nameOf: (database) => names.get(database),
  });

interface Measured {
  readonly rate: number;
  /** CPU time per request of each process, in ms. */
  readonly cpu: ReadonlyMap<string, number>;
  /** How long the projector took to catch up after the last response, in ms. */
  readonly behindMs: number;
}

const measured = async (load: Load): Promise<Measured> => {
  const before = await cpu();
  const { rate, requests } = await requestsPerSecond(load);
  const ended = performance.now();
  const commit = (await lastOwnCommit(service.client)) ?? 0n;
  rightOf(await service.side.readModel.reached({ commit, prepare: commit })());
  const behindMs = performance.now() - ended;
  const used = [...(await cpu())].map(
    ([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / requests] as const,
  );
  return { rate, behindMs, cpu: new Map(used) };
};

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

const cpuLine = (who: string, all: ReadonlyArray<Measured>): string => {
  const parts = [...(all[0]?.cpu.keys() ?? [])]
    .map((name) => [name, median(all.map(({ cpu: used }) => used.get(name) ?? 0))] as const)
    .filter(([, ms]) => ms >= 0.005);
  const total = parts.reduce((sum, [, ms]) => sum + ms, 0);
  const each = parts.map(([name, ms]) => `${name} ${ms.toFixed(2)}`).join(', ');
  return `  ${who}: ${total.toFixed(2)} ms of CPU a request (${each})`;
};

const key = await service.issueKey(OWNER);
const client = apiClient(baseUrl, key);
const ids: string[] = [];
for (let n = 0; n < 256; n++)
  ids.push((await client('POST', '/v1/videos', { body: VIDEO })).body.data._id as string);

const headers = { 'x-api-key': key };
const oneOf = () => ids[Math.floor(Math.random() * ids.length)] ?? '';
let changes = 0;
const body = JSON.stringify(VIDEO);

interface Side {
  readonly expect: number;
  readonly next: (worker: number) => WireRequest;
}

const measure = async (kind: string, concurrency: number, ours: Side, theirs: Side): Promise<void> => {
  const name = `${kind} by ${concurrency}`;
  if (!ONLY.test(name)) return;
  const load = { concurrency, seconds: SECONDS };
  const rounds: [Measured, Measured][] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([
      await measured({ ...load, baseUrl, ...ours }),
      await measured({ ...load, baseUrl: `http://127.0.0.1:${barePort}`, ...theirs }),
    ]);
  const [our, their] = [rounds.map(([one]) => one), rounds.map(([, other]) => other)];
  const ratios = rounds.map(([one, other]) => one.rate / other.rate);
  console.log(
    `${name.padEnd(14)} ${median(our.map(({ rate }) => rate)).toFixed(0)}/s, bare ${median(their.map(({ rate }) => rate)).toFixed(0)}/s, ` +
      `ratio ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}), ` +
      `then projecting for ${median(our.map(({ behindMs }) => behindMs)).toFixed(0)} ms`,
  );
  console.log(cpuLine('API', our));
  console.log(cpuLine('bare', their));
};

for (const concurrency of READERS) {
  await measure(
    'get',
    concurrency,
    { expect: 200, next: () => ({ method: 'GET', path: `/v1/videos/${oneOf()}`, headers }) },
    { expect: 200, next: () => ({ method: 'GET', path: `/get/${oneOf()}` }) },
  );
}
await measure(
  'list',
  16,
  { expect: 200, next: () => ({ method: 'GET', path: '/v1/videos', headers }) },
  { expect: 200, next: () => ({ method: 'GET', path: `/list/${OWNER}` }) },
);
const bareAppend: Side = { expect: 201, next: () => ({ method: 'POST', path: '/append', body }) };
const patch = (worker: number): WireRequest => ({
  method: 'PATCH',
  path: `/v1/videos/${ids[worker] ?? ''}`,
  headers,
  body: JSON.stringify({ metadata: { name: `change ${(changes += 1)}` } }),
});
for (const concurrency of WRITERS) {
  const create = { expect: 201, next: () => ({ method: 'POST', path: '/v1/videos', headers, body }) };
  await measure('create', concurrency, create, bareAppend);
  await measure('patch', concurrency, { expect: 200, next: patch }, bareAppend);
}

await api.stop();
await projector.stop();
bare.kill();
await service.stop();
await nats.stop();
await postgres.stop();
