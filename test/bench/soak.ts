/**
 * The memory of one worker over many renders: projects that differ, and in turns hostile files, two at a time. The
 * service runs as a user runs it, on its own servers. Arguments: [renders].
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { allFiles } from '../hostile/corpus/all-files.js';
import { layCanaries } from '../hostile/corpus/canaries.js';
import { type Content, contentOf } from '../hostile/corpus/hostile-case.js';
import { H264, makeMedia } from '../hostile/corpus/make-media.js';
import { memoryOf } from '../support/processes/process-memory.js';
import { lavfi } from '../support/renders/lavfi.js';
import { startAssetServer } from '../support/servers/asset-server.js';
import { apiClient } from '../support/service/http-client.js';
import { dataFolder, notedProcesses, startStandalone } from '../support/service/standalone.js';
import { median } from './median.js';

const RENDERS = Number(process.argv[2] ?? 1000);
const AT_ONCE = 2;
const POLL_MS = 100;
/** Shares of the run in which memory is measured: when all was used once, and at the end. */
const [EARLY, LATE] = [0.2, 0.8];

const folder = await dataFolder();
const server = await startAssetServer();

const canaryFolder = join(folder.path, 'canaries');
await mkdir(canaryFolder);
/** Those that are complete at once: a source that stalls would measure the time limit. */
const hostile: { readonly clip: string; readonly source: string }[] = [];
for (const one of await allFiles(await layCanaries(canaryFolder, server.port))) {
  const content: Content = await contentOf(one);
  if (typeof content === 'function') continue;
  hostile.push({ clip: one.clip, source: server.serve(`/${encodeURIComponent(one.name)}`, content) });
}

const CANVAS = { width: 640, height: 360 };
const video = server.serve(
  '/video.mp4',
  await makeMedia(canaryFolder, 'video.mp4', [...lavfi('testsrc2=s=640x360:r=25:d=3'), ...H264]),
);

// Last: what fails before would leave it running.
const service = await startStandalone(folder.path, { ALLOWED_PRIVATE_HOSTS: server.host });
const api = apiClient(service.baseUrl, service.demoKey ?? '');

/** What differs from project to project: each moves, lasts and is filtered differently. */
const safeClips = (n: number): ReadonlyArray<object> => [
  {
    type: 'video',
    source: video,
    timeFrame: { start: 0, end: 1000, speed: 1 + (n % 4) / 2 },
    size: CANVAS,
    effects: { filters: [{ type: 'blur', amount: n % 7 }] },
  },
  {
    type: 'text',
    position: { x: n % 300, y: n % 200 },
    size: { width: 300, height: 100 },
    textProperties: { content: `Render ${n}`, fontSize: 20 + (n % 60), color: '#ffffff' },
    transition: { in: { type: 'fade', duration: 100 + (n % 400) } },
  },
];

const hostileClip = ({ clip, source }: (typeof hostile)[number]): object =>
  clip === 'table'
    ? {
        type: 'shape',
        shapeProperties: { shape: 'rectangle', fill: '#00a000' },
        effects: { filters: [{ type: 'lut', source }] },
      }
    : { type: clip, source };

const projectOf = (n: number): object => {
  const file = n % 3 === 0 ? hostile[(n / 3) % hostile.length] : undefined;
  const timeFrame = { start: 0, end: 1000 };
  return {
    metadata: { name: `Soak ${n}`, duration: 1000, fps: 25, canvas: CANVAS },
    clips: (file ? [hostileClip(file)] : safeClips(n)).map((clip) => ({ timeFrame, size: CANVAS, ...clip })),
  };
};

const outcomes = { completed: 0, failed: 0 };
/** Failures of projects without a hostile file, and of hostile files without the clip. */
const wrong: string[] = [];
/** Resident memory of the worker after each render, in bytes. */
const memory: number[] = [];

const renderOne = async (n: number): Promise<void> => {
  const { status, text, body: requested } = await api('POST', '/v1/renders', { body: projectOf(n) });
  if (status !== 201) return void wrong.push(`${n}: ${status} ${text}`);
  for (;;) {
    await setTimeout(POLL_MS);
    const { body } = await api('GET', `/v1/renders/${String(requested.data._id)}`);
    if (body.data.status === 'completed') outcomes.completed += 1;
    else if (body.data.status === 'failed') {
      outcomes.failed += 1;
      const error = String(body.data.error);
      if (n % 3 !== 0 || !error.startsWith('clips[0]')) wrong.push(`${n}: ${error}`);
    } else continue;
    memory.push(memoryOf(notedProcesses(folder.path).get('worker')?.pid ?? 0));
    return;
  }
};

try {
  const waiting = Array.from({ length: RENDERS }, (_, n) => n);
  const renderAll = async (): Promise<void> => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
      await renderOne(n);
      if (n % 50 === 0) console.log(`${n}: ${((memory.at(-1) ?? 0) / 1e6).toFixed(0)} MB`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, renderAll));
  const part = (from: number, to: number): number =>
    median(memory.slice(Math.floor(from * RENDERS), Math.ceil(to * RENDERS)));
  const [before, after] = [part(EARLY, 2 * EARLY), part(LATE, 1)];
  console.log(`${outcomes.completed} completed, ${outcomes.failed} failed, ${wrong.length} of them wrongly`);
  for (const one of wrong) console.log(`  ${one}`);
  console.log(
    `memory of the worker, median: ${(before / 1e6).toFixed(0)} MB from ${EARLY} to ${2 * EARLY} of the renders, ${(after / 1e6).toFixed(0)} MB from ${LATE} on; ratio ${(after / before).toFixed(2)}`,
  );
} finally {
  await service.end('SIGTERM');
  await server.close();
  await folder.remove();
}
