/**
 * Requests per second of the API, each as a ratio to minimal Koa handlers in the same run (`bare-http.ts`): for reads the same
 * SQL through pg, for writes an append of an event of the same size and the rows that show it to readers. The service
 * runs as `npm start` runs it. BENCH_SECONDS sets the length of each measurement, BENCH_ROUNDS how often sides take turns.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';
import { findRun } from '../../../infrastructure/machine/supervisor/run-file.js';
import { endChild } from '../../support/processes/end-child.js';
import { codeFile, NODE_OPTIONS } from '../../support/processes/programs.js';
import { apiClient, minimalVideo } from '../../support/service/http-client.js';
import { dataFolder, startStandalone } from '../../support/service/standalone.js';
import { cpuClock } from '../cpu-time.js';
import { median } from '../median.js';

const { BENCH_SECONDS = '4', BENCH_ROUNDS = '3' } = process.env;
const CONNECTIONS = [1, 16, 64];
const VIDEOS = 256;

const VIDEO = {
  ...minimalVideo,
  clips: Array.from({ length: 4 }, (_, n) => ({
    type: 'text',
    timeFrame: { start: n * 100, end: 1000 },
    textProperties: { content: `line ${n}` },
  })),
};

const clock = cpuClock();
const folder = await dataFolder();
const service = await startStandalone(folder.path);
const run = await findRun(folder.path);
const key = service.demoKey;
if (run === undefined || key === undefined) throw new Error('the service has no addresses or no key');
const bare = fork(codeFile('test/bench/api/bare-http'), {
  execArgv: [...NODE_OPTIONS],
  env: { ...process.env, DATABASE_URL: run.databaseUrl, EVENTSTORE_URL: run.eventStoreUrl },
});
const [{ listening }] = (await once(bare, 'message')) as [{ readonly listening: number }];

const api = apiClient(service.baseUrl, key);
const ids: string[] = [];
for (let n = 0; n < VIDEOS; n++)
  ids.push((await api('POST', '/v1/videos', { body: VIDEO })).body.data._id as string);
const { client, close } = connectToEventStore(run.eventStoreUrl);
for await (const { event } of client.readStream(`video-${ids[0]}`))
  if (event) bare.send({ data: event.data, metadata: event.metadata, type: event.type });
await close();

const KINDS = {
  get: (path: string) => ids.map((id) => ({ method: 'GET', path: `${path}/${id}` }) as const),
  create: (path: string) => [{ method: 'POST', path, body: JSON.stringify(VIDEO) }] as const,
};

/** Requests per second of a side, and the CPU time of all processes for each request, ms. */
const measured = async (kind: keyof typeof KINDS, isBare: boolean, connections: number) => {
  const before = clock?.seconds() ?? Number.NaN;
  const {
    '2xx': answered,
    non2xx,
    duration,
  } = await autocannon({
    url: isBare ? `http://127.0.0.1:${listening}` : service.baseUrl,
    connections,
    duration: Number(BENCH_SECONDS),
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    requests: [...KINDS[kind](isBare ? '/videos' : '/v1/videos')],
  });
  if (non2xx > 0) throw new Error(`${non2xx} requests failed`);
  const cpu = (((clock?.seconds() ?? Number.NaN) - before) * 1000) / answered;
  return { rate: answered / duration, cpu };
};

try {
  for (const kind of ['get', 'create'] as const)
    for (const concurrency of CONNECTIONS) {
      const [own, theirs]: Awaited<ReturnType<typeof measured>>[][] = [[], []];
      for (let round = 0; round < Number(BENCH_ROUNDS); round++) {
        own?.push(await measured(kind, false, concurrency));
        theirs?.push(await measured(kind, true, concurrency));
      }
      const [ours, others] = [own ?? [], theirs ?? []].map((all) => ({
        rate: median(all.map(({ rate }) => rate)),
        cpu: median(all.map(({ cpu }) => cpu)),
      }));
      if (ours && others)
        console.log(
          `${kind} by ${concurrency}: ${ours.rate.toFixed(0)} a second, ${ours.cpu.toFixed(2)} ms of CPU each; ` +
            `ratio to the minimal handler ${(ours.rate / others.rate).toFixed(2)}, CPU ${(ours.cpu / others.cpu).toFixed(2)}`,
        );
    }
} finally {
  await endChild(bare, 'SIGTERM');
  await service.end('SIGTERM');
  await folder.remove();
  clock?.close();
}
