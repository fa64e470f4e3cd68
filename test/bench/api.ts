/**
 * Requests per second of the API, each as a ratio to a minimal Koa handler in the same run: for reads, one with the same
 * SQL through pg; for writes, one that only appends an event of the same size with the event store's client. Writes are
 * also measured one at a time: what a create takes beyond the bare append is the wait for the read models. The API runs
 * as built, as in production. CPU time of the server process is compared too, because other load on the machine distorts
 * rates. BENCH_SECONDS sets the length of each measurement.
 */
import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { buildWhenStale } from '../../infrastructure/machine/setup/build-when-stale.js';
import { startApiProcess } from '../support/api-process.js';
import { apiClient, minimalVideo } from '../support/http-client.js';
import { startPostgres } from '../support/postgres-server.js';
import { startService } from '../support/service.js';
import { type Load, requestsPerSecond, type WireRequest } from '../support/load.js';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const CONCURRENCY = 16;
const ROUNDS = 3;
const OWNER = 'bench';

const VIDEO = {
  ...minimalVideo,
  clips: Array.from({ length: 4 }, (_, n) => ({
    type: 'text',
    timeFrame: { start: n * 100, end: 1000 },
    textProperties: { content: `line ${n}` },
  })),
};

interface Measured {
  readonly rate: number;
  /** CPU time of the server process per request, in ms, which is hardly affected by other load on the machine. */
  readonly cpuMs: number;
}

const TICKS_PER_SECOND = 100;

/** CPU time a process has used so far, in ms (Linux: proc(5)). */
const cpuMsOf = async (pid: number): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
};

const measured = async (pid: number, load: Load): Promise<Measured> => {
  const before = await cpuMsOf(pid);
  const { rate, requests } = await requestsPerSecond(load);
  return { rate, cpuMs: ((await cpuMsOf(pid)) - before) / requests };
};

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

buildWhenStale(packageRoot);
const postgres = await startPostgres({ durable: true });
process.env['DATABASE_URL'] = postgres.url;
const service = await startService();
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
const key = await service.issueKey(OWNER);
const api = await startApiProcess(service, { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info' }, 'build');
const client = apiClient(api.baseUrl, key);
const ids: string[] = [];
for (let n = 0; n < 100; n++)
  ids.push((await client('POST', '/v1/videos', { body: VIDEO })).body.data._id as string);

const headers = { 'x-api-key': key };
const oneOf = () => ids[Math.floor(Math.random() * ids.length)] ?? '';
let changes = 0;
const body = JSON.stringify(VIDEO);
const measure = async (
  name: string,
  expect: number,
  ours: (worker: number) => WireRequest,
  theirs: () => WireRequest,
  { theirStatus = 200, concurrency = CONCURRENCY } = {},
): Promise<void> => {
  const load = { concurrency, seconds: SECONDS };
  const bareUrl = `http://127.0.0.1:${barePort}`;
  const rounds: [Measured, Measured][] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([
      await measured(api.pid, { ...load, baseUrl: api.baseUrl, expect, next: ours }),
      await measured(bare.pid ?? -1, { ...load, baseUrl: bareUrl, expect: theirStatus, next: theirs }),
    ]);
  const rate = median(rounds.map(([our]) => our.rate));
  const bareRate = median(rounds.map(([, their]) => their.rate));
  const ratio = median(rounds.map(([our, their]) => our.rate / their.rate));
  const cpu = median(rounds.map(([our]) => our.cpuMs));
  const bareCpu = median(rounds.map(([, their]) => their.cpuMs));
  console.log(
    `${name.padEnd(7)} by ${String(concurrency).padStart(2)} ${rate.toFixed(0).padStart(6)}/s  bare ${bareRate.toFixed(0).padStart(6)}/s  ratio ${ratio.toFixed(2)}  ` +
      `CPU a request ${cpu.toFixed(2)} ms, bare ${bareCpu.toFixed(2)} ms, ratio ${(bareCpu / cpu).toFixed(2)}`,
  );
};

await measure(
  'get',
  200,
  () => ({ method: 'GET', path: `/v1/videos/${oneOf()}`, headers }),
  () => ({ method: 'GET', path: `/get/${oneOf()}` }),
);
await measure(
  'list',
  200,
  () => ({ method: 'GET', path: '/v1/videos', headers }),
  () => ({ method: 'GET', path: `/list/${OWNER}` }),
);
const bareAppend = (): WireRequest => ({ method: 'POST', path: '/append', body });
for (const concurrency of [1, CONCURRENCY, 4 * CONCURRENCY]) {
  await measure('create', 201, () => ({ method: 'POST', path: '/v1/videos', headers, body }), bareAppend, {
    theirStatus: 201,
    concurrency,
  });
  await measure(
    'patch',
    200,
    (worker) => ({
      method: 'PATCH',
      path: `/v1/videos/${ids[worker] ?? ''}`,
      headers,
      body: JSON.stringify({ metadata: { name: `change ${(changes += 1)}` } }),
    }),
    bareAppend,
    { theirStatus: 201, concurrency },
  );
}

await api.stop();
bare.kill();
await service.stop();
await postgres.stop();
