/**
 * Requests per second of the API, each as a ratio to minimal Koa handlers in the same run (`bare-http.ts`). Baselines:
 * for reads, the same SQL through pg; for writes `append`, one append of an event of the same size and nothing else, and
 * `store`, the same durable work: that append, and the rows that show it to readers. API and projector run as built, and
 * every part in a process of its own, which logs to a file. Below each figure stands the CPU time of every process per
 * request, because other load on the machine distorts rates; it includes what the projector does after the last
 * response. BENCH_SECONDS sets the length of each measurement, or BENCH_REQUESTS its number of requests; BENCH_ROUNDS
 * how often sides take turns, BENCH_WARMUP the number of requests of each kind before, BENCH_ONLY is a regular
 * expression for the names of cases such as `patch by 16`, BENCH_SIDES one for those of sides, and BENCH_NODE_OPTIONS are
 * options of Node for API and projector.
 */
import { buildWhenStale } from '../../../infrastructure/machine/setup/build-when-stale.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { apiClient, minimalVideo } from '../../support/service/http-client.js';
import { COUNTER, type Length, startLoadGenerator } from '../../support/service/load.js';
import type { StoredExample, StoredExamples } from './bare-http.js';
import { cases, type Kind, type Side } from './cases.js';
import { startServers } from './servers.js';

const { BENCH_SECONDS = '4', BENCH_REQUESTS, BENCH_ROUNDS = '3', BENCH_WARMUP = '1500' } = process.env;
const LENGTH: Length =
  BENCH_REQUESTS === undefined ? { seconds: Number(BENCH_SECONDS) } : { requests: Number(BENCH_REQUESTS) };
const ONLY = new RegExp(process.env['BENCH_ONLY'] ?? '');
const SIDES = new RegExp(process.env['BENCH_SIDES'] ?? '');
const READERS = [1, 16, 64, 256];
const WRITERS = [1, 16, 64, 256];
const VIDEOS = 256;
const WARM_UP_CONNECTIONS = 16;
const OWNER = 'bench';

const VIDEO = {
  ...minimalVideo,
  clips: Array.from({ length: 4 }, (_, n) => ({
    type: 'text',
    timeFrame: { start: n * 100, end: 1000 },
    textProperties: { content: `line ${n}` },
  })),
};

const CHANGE = { metadata: { name: `change ${COUNTER}` } };

buildWhenStale(packageRoot);
const servers = await startServers(OWNER);
const generator = startLoadGenerator();

const api = apiClient(servers.apiUrl, servers.key);
const ids: string[] = [];
for (let n = 0; n < VIDEOS; n++)
  ids.push((await api('POST', '/v1/videos', { body: VIDEO })).body.data._id as string);
await api('PATCH', `/v1/videos/${ids[0]}`, { body: CHANGE });
const stored: StoredExample[] = [];
for await (const { event } of servers.client.readStream(`video-${ids[0]}`))
  if (event)
    stored.push({ type: event.type, data: event.data, metadata: event.metadata } as unknown as StoredExample);
const [created, patched] = stored;
if (!created || !patched) throw new Error('the events of the first video are missing');
servers.giveExamples({ created, patched } satisfies StoredExamples);

const { get, list, create, patch } = cases({
  apiUrl: servers.apiUrl,
  bareUrl: servers.bareUrl,
  key: servers.key,
  owner: OWNER,
  ids,
  body: JSON.stringify(VIDEO),
  change: JSON.stringify(CHANGE),
});

interface Measured {
  readonly rate: number;
  /** CPU time per request of each process, in ms. */
  readonly cpu: ReadonlyMap<string, number>;
}

const measured = async (
  { expect }: Kind,
  { baseUrl, requestsOf, isProjected }: Side,
  concurrency: number,
  length: Length,
): Promise<Measured> => {
  const before = await servers.cpu(generator.pid);
  const { rate, requests } = await generator.run({ baseUrl, concurrency, length, expect, requestsOf });
  // Looking for the last event of the service would read back through those of the minimal handlers.
  if (isProjected) await servers.projectedAll();
  const after = await servers.cpu(generator.pid);
  const used = [...after].map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / requests] as const);
  return { rate, cpu: new Map(used) };
};

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

const ROUNDS = Number(BENCH_ROUNDS);

const report = (kind: Kind, results: ReadonlyArray<ReadonlyArray<Measured>>): void => {
  const [own = []] = results;
  kind.sides.forEach((side, n) => {
    const all = results[n] ?? [];
    const parts = [...(all[0]?.cpu.keys() ?? [])]
      .map((name) => [name, median(all.map(({ cpu }) => cpu.get(name) ?? 0))] as const)
      .filter(([, ms]) => ms >= 0.005);
    const totals = all.map(({ cpu }) => [...cpu.values()].reduce((sum, ms) => sum + ms, 0));
    const ownTotals = own.map(({ cpu }) => [...cpu.values()].reduce((sum, ms) => sum + ms, 0));
    const ratios = own.map(({ rate }, round) => rate / (all[round]?.rate ?? NaN));
    const compared =
      n === 0
        ? ''
        : `; rate of the API to it ${median(ratios).toFixed(2)}, CPU time of it to the API's ${median(
            totals.map((total, round) => total / (ownTotals[round] ?? NaN)),
          ).toFixed(2)}`;
    console.log(
      `  ${side.name}: ${median(all.map(({ rate }) => rate)).toFixed(0)} a second, ${median(totals).toFixed(2)} ms of CPU a request ` +
        `(${parts.map(([name, ms]) => `${name} ${ms.toFixed(2)}`).join(', ')})${compared}`,
    );
  });
};

const warm = new Set<string>();

const measure = async (all: Kind, concurrency: number): Promise<void> => {
  const kind = { ...all, sides: all.sides.filter(({ name }) => SIDES.test(name)) };
  const name = `${kind.name} by ${concurrency}`;
  if (!ONLY.test(name)) return;
  if (!warm.has(kind.name))
    for (const side of kind.sides)
      await measured(kind, side, WARM_UP_CONNECTIONS, { requests: Number(BENCH_WARMUP) });
  warm.add(kind.name);
  const results: Measured[][] = kind.sides.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [n, side] of kind.sides.entries())
      results[n]?.push(await measured(kind, side, concurrency, LENGTH));
  console.log(name);
  report(kind, results);
};

try {
  for (const readers of READERS) await measure(get, readers);
  await measure(list, 16);
  for (const writers of WRITERS) {
    await measure(create, writers);
    await measure(patch, writers);
  }
} finally {
  await generator.stop();
  await servers.stop();
}
