/**
 * Uploads by tus to an API process, against a process that has only `@tus/server` with a folder, in turns; and requests
 * for lists of many assets, against one for an asset that is missing. Arguments: [MB of the upload] [assets].
 */
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApiProcess } from '../support/service/api-process.js';
import { startService } from '../support/service/service.js';
import { endChild } from '../support/processes/end-child.js';
import { peakMemoryOf } from '../support/processes/process-memory.js';
import { codeFile, NODE_OPTIONS } from '../support/processes/programs.js';
import { median, percentile } from './median.js';

const MB = 1_000_000;
const SIZE = Number(process.argv[2] ?? 300) * MB;
const ASSETS = Number(process.argv[3] ?? 10_000);
const PART = 16 * 1024 ** 2;
const ROUNDS = 3;
const REQUESTS = 300;

const OWNER = 'bench';
const part = randomBytes(PART);

const service = await startService();
const key = await service.issueKey(OWNER);
const api = await startApiProcess(service, { OWNER_MAX_UPLOADS: '100' });
const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
const alone = fork(codeFile('test/bench/tus-server'), [folder], { execArgv: [...NODE_OPTIONS] });
const [{ url: aloneUrl }] = (await once(alone, 'message')) as [{ readonly url: string }];

/** Sends a file. @returns the MB per second of its bytes, and with the answer to the last of them, which reads the file */
const upload = async (base: string, seed: number) => {
  const headers = { 'tus-resumable': '1.0.0', 'x-api-key': key };
  const created = await fetch(`${base}/v1/assets`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(SIZE) },
  });
  const url = new URL(created.headers.get('location') ?? '', base);
  part.writeUInt32BE(seed);
  const from = performance.now();
  let received = from;
  for (let offset = 0; offset < SIZE; offset += PART) {
    const length = Math.min(PART, SIZE - offset);
    const sent = await fetch(url, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: part.subarray(0, length),
    });
    if (sent.status !== 204) throw new Error(`${sent.status} ${await sent.text()}`);
    if (offset + 2 * PART < SIZE) received = performance.now();
  }
  const parts = Math.ceil(SIZE / PART) - 2;
  const rate = (bytes: number, until: number) => (bytes / MB / (until - from)) * 1000;
  return { sent: rate(parts * PART, received), whole: rate(SIZE, performance.now()) };
};

const [ours, theirs]: Array<Array<Awaited<ReturnType<typeof upload>>>> = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  theirs?.push(await upload(aloneUrl, round));
  ours?.push(await upload(api.baseUrl, round));
}
for (const what of ['sent', 'whole'] as const) {
  const [a, b] = [ours, theirs].map((results) => median((results ?? []).map((result) => result[what])));
  console.log(
    `${what}: ${a?.toFixed(0)} MB/s, alone ${b?.toFixed(0)} MB/s, ratio ${((a ?? 0) / (b ?? 1)).toFixed(2)}`,
  );
}
console.log(`peak memory of the API process: ${(peakMemoryOf(api.pid) / MB).toFixed(0)} MB`);

await service.database.raw(
  `insert into assets (asset_id, owner_id, name, tags, status, sha256, bytes, key, media_type, media, created_at, updated_at, revision)
   select gen_random_uuid(), ?, 'Holiday ' || n || '.mp4', jsonb_build_array('tag-' || n % 50), 'ready', md5(n::text), n, n::text,
     'video/mp4', '{"kind":"video","width":1920,"height":1080}', now() - n * interval '1 s', now(), 1
   from generate_series(1, ?) as n`,
  [OWNER, ASSETS],
);
await service.database.raw('analyze assets');
/** In turns, so that the load of the machine is the same for all. */
const requests = [
  ['an asset that is missing', `/${randomUUID()}`],
  ['the newest 50', '?limit=50'],
  ['a part of a name', '?limit=50&name=day%20777'],
  ['a tag', '?limit=50&tag=tag-7'],
  ['a name that none has', '?limit=50&kind=video&name=nothing'],
].map(([name = '', path = '']) => ({ name, path, times: Array.of<number>() }));
for (let request = 0; request < REQUESTS; request += 1)
  for (const { path, times } of requests) {
    const from = performance.now();
    const answer = await fetch(`${api.baseUrl}/v1/assets${path}`, { headers: { 'x-api-key': key } });
    await answer.arrayBuffer();
    times.push(performance.now() - from);
  }
const at = (times: ReadonlyArray<number>) => [median(times), percentile(times, 0.95)] as const;
const [baseMedian, baseLast] = at(requests[0]?.times ?? []);
for (const { name, times } of requests) {
  const [middle, last] = at(times);
  const ratios = `${(middle / baseMedian).toFixed(1)} and ${(last / baseLast).toFixed(1)} times the first`;
  console.log(`${name}: median ${middle.toFixed(1)} ms, 95th percentile ${last.toFixed(1)} ms, ${ratios}`);
}

await endChild(alone, 'SIGTERM');
await api.stop();
await service.stop();
await rm(folder, { recursive: true });
