/**
 * What a long history of large versions costs, each figure as a ratio against one without it, measured in the same run:
 * - a patch just after the API was started, of a video with many versions against one with a single version as large;
 * - the requests of another owner while many patches of the long history are under way at once, against before;
 * - the memory of the API and the embedded node at its peak.
 * The API runs as it is built. VERSIONS sets how many versions there are,
 * PATCHES how many come at once, ROUNDS how often the first is measured.
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OwnerId, VideoId } from '../../domain/ids.js';
import { connectToEventStore } from '../../infrastructure/eventstore/client.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { buildWhenStale } from '../../infrastructure/machine/setup/build-when-stale.js';
import { startApiProcess } from '../support/service/api-process.js';
import { endChild } from '../support/processes/end-child.js';
import { eventually } from '../support/eventually.js';
import { fatComposition, storeFatVideo } from '../support/event-store/fat-history.js';
import { minimalVideo } from '../support/service/http-client.js';
import { startPostgres } from '../support/servers/postgres-server.js';
import { peakMemoryOf } from '../support/processes/process-memory.js';
import { startService } from '../support/service/service.js';

const VERSIONS = Number(process.env['VERSIONS'] ?? 300);
const PATCHES = Number(process.env['PATCHES'] ?? 40);
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const USUAL_REQUESTS = 300;

const quantile = (numbers: ReadonlyArray<number>, share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)] ?? NaN;

buildWhenStale(packageRoot);
const postgres = await startPostgres({ durable: true });
process.env['DATABASE_URL'] = postgres.url;
// The projector is a process of its own, as in production.
const service = await startService({ projects: false });
const projector = fork(join(packageRoot, 'test/support/service/projecting-process.ts'), {
  execArgv: ['--import=tsx'],
  env: {
    ...process.env,
    EVENTSTORE_URL: service.node.connectionString,
    DATABASE_URL: service.databaseUrl,
  },
});
const key = await service.issueKey('alice');

/**
 * Time in ms until a request is answered completely. If the server is busy, the request is sent again after the time in
 * `Retry-After`, which counts.
 */
const timed = async (
  baseUrl: string,
  apiKey: string,
  method: string,
  path: string,
  body?: object,
): Promise<number> => {
  const started = performance.now();
  for (;;) {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await answer.arrayBuffer();
    if (answer.ok) return performance.now() - started;
    const retryAfter = answer.headers.get('retry-after');
    assert(answer.status === 503 && retryAfter !== null, `${method} ${path}: ${answer.status}`);
    await delay(Number(retryAfter) * 1000);
  }
};

const stored = async (versions: number): Promise<string> => {
  const videoId = randomUUID() as VideoId;
  const { client, close } = connectToEventStore(service.node.connectionString);
  await storeFatVideo(client, { videoId, versions, ownerId: 'alice' as OwnerId });
  await close();
  const path = `/v1/videos/${videoId}`;
  await eventually(() => timed(service.baseUrl, key, 'GET', `${path}/versions/${versions}`), 3_000_000);
  return path;
};

const short = await stored(1);
const long = await stored(VERSIONS);
let changes = 0;
const patch = (baseUrl: string, path: string): Promise<number> =>
  timed(baseUrl, key, 'PATCH', path, { metadata: { name: `change ${(changes += 1)}` } });

const firsts: { readonly short: number; readonly long: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const first = async (path: string): Promise<number> => {
    const api = await startApiProcess(service, {}, 'build');
    await timed(api.baseUrl, key, 'GET', '/v1/videos?limit=1');
    const ms = await patch(api.baseUrl, path);
    await api.stop();
    return ms;
  };
  firsts.push({ short: await first(await stored(1)), long: await first(long) });
}
const ratios = firsts.map((round) => round.long / round.short);
console.log(
  `first patch after a restart: ${VERSIONS} versions ${quantile(
    firsts.map((round) => round.long),
    0.5,
  ).toFixed(0)} ms, ` +
    `1 version ${quantile(
      firsts.map((round) => round.short),
      0.5,
    ).toFixed(0)} ms, ratio ${quantile(ratios, 0.5).toFixed(2)}`,
);

const otherKey = await service.issueKey('bob');
const api = await startApiProcess(service, {}, 'build');
const other = async (): Promise<{ readonly read: number; readonly write: number }> => ({
  read: await timed(api.baseUrl, otherKey, 'GET', '/v1/videos?limit=1'),
  write: await timed(api.baseUrl, otherKey, 'POST', '/v1/videos', minimalVideo),
});
await patch(api.baseUrl, short);
for (let n = 0; n < 50; n += 1) await other();
const usual: Array<Awaited<ReturnType<typeof other>>> = [];
for (let n = 0; n < USUAL_REQUESTS; n += 1) usual.push(await other());

/** What another owner's requests take while many of the first owner's are under way, against what they usually take. */
const measureOthers = async (what: string, send: () => Promise<number>): Promise<void> => {
  const sent = { underWay: true };
  const all = Promise.all(Array.from({ length: PATCHES }, send)).finally(() => (sent.underWay = false));
  const during = [];
  while (sent.underWay) during.push(await other());
  const took = await all;
  for (const kind of ['read', 'write'] as const) {
    const [before, then] = [usual, during].map((list) =>
      [0.5, 0.95].map((share) =>
        quantile(
          list.map((times) => times[kind]),
          share,
        ),
      ),
    ) as [number[], number[]];
    const texts = ['p50', 'p95'].map((name, index) => {
      const [usually = NaN, now = NaN] = [before[index], then[index]];
      return `${name} ${usually.toFixed(1)} ms, then ${now.toFixed(1)} ms, ratio ${(now / usually).toFixed(2)}`;
    });
    console.log(`another owner's ${during.length} ${kind}s during ${what}: ${texts.join('; ')}`);
  }
  console.log(`the last of them was answered after ${Math.max(...took).toFixed(0)} ms`);
};

await measureOthers(`${PATCHES} patches of the long history`, () => patch(api.baseUrl, long));
const { metadata, clips } = fatComposition('posted');
await measureOthers(`${PATCHES} new videos as large`, () =>
  timed(api.baseUrl, key, 'POST', '/v1/videos', { metadata, clips }),
);
console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
for (const [name, pid] of [
  ['API', api.pid],
  ['embedded node', service.node.pid],
] as const)
  console.log(`peak memory of the ${name}: ${(peakMemoryOf(pid) / 1e6).toFixed(0)} MB`);
await api.stop();
await endChild(projector, 'SIGKILL');
await service.stop();
await postgres.stop();
