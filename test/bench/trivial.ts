/**
 * The time of a trivial render, one second at 320×180 with a text, from the request to its completion, against one
 * ffmpeg command that writes a file like it. The service runs as a user runs it, on its own servers. Arguments: [runs].
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { apiClient } from '../support/service/http-client.js';
import { dataFolder, startStandalone } from '../support/service/standalone.js';
import { median } from './median.js';

const run = promisify(execFile);
const RUNS = Number(process.argv[2] ?? 10);

/** Processes that wait for the next render are started a while after the last one. */
const BETWEEN_MS = 3500;

const folder = await dataFolder();
const logs = join(folder.path, 'logs');
const service = await startStandalone(folder.path, { LOG_LEVEL: 'info' });
const api = apiClient(service.baseUrl, service.demoKey ?? '');

const composition = (text: string): object => ({
  metadata: { name: text, duration: 1000, fps: 30, canvas: { width: 320, height: 180 } },
  clips: [
    {
      type: 'text',
      timeFrame: { start: 0, end: 1000 },
      position: { x: 20, y: 60 },
      size: { width: 280, height: 60 },
      textProperties: { content: text, fontSize: 40, color: '#ffffff' },
    },
  ],
});

interface Rendered {
  readonly ms: number;
  readonly stages: Readonly<Record<string, number>>;
}

const renderOnce = async (index: number): Promise<Rendered> => {
  const [began, at] = [performance.now(), Date.now()];
  const { body: requested } = await api('POST', '/v1/renders', { body: composition(`Trivial ${index}`) });
  const id = String(requested.data._id);
  // The events end with the render.
  const followed = await fetch(`${service.baseUrl}/v1/renders/${id}/events`, {
    headers: { 'x-api-key': service.demoKey ?? '' },
  });
  const events = await followed.text();
  const ms = performance.now() - began;
  if (!events.includes('"completed"')) throw new Error(events);
  return { ms, stages: stagesOf(id, at) };
};

/** What the worker logged of a render: when (ISO 8601), and how long its stages took, in s. */
interface Logged {
  readonly renderId?: string;
  readonly time: string;
  readonly msg: string;
  readonly detail?: Readonly<Record<string, number>>;
}

const logged = (id: string, message: string): Logged | undefined =>
  readdirSync(logs)
    .filter((name) => name.startsWith('worker'))
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'))
    .flatMap((line) => (line.startsWith('{') && line.includes(id) ? [JSON.parse(line) as Logged] : []))
    .find(({ msg }) => msg === message);

/** How long the stages of a render took, in ms. @param requested when it was requested, ms since 1970 */
const stagesOf = (id: string, requested: number): Readonly<Record<string, number>> => {
  const [started, completed] = [logged(id, 'render started'), logged(id, 'render completed')];
  const [from, to] = [Date.parse(started?.time ?? ''), Date.parse(completed?.time ?? '')];
  const stages = Object.entries(completed?.detail ?? {}).map(([name, seconds]) => [name, seconds * 1000]);
  return {
    'until it is started': from - requested,
    'from then to its completion': to - from,
    ...Object.fromEntries(stages),
  };
};

const byHand = async (): Promise<number> => {
  const began = performance.now();
  await run('ffmpeg', [
    ...'-v error -y -f lavfi -i color=black:s=320x180:r=30:d=1 -f lavfi -i anullsrc=r=48000:cl=stereo:d=1'.split(
      ' ',
    ),
    ...'-vf drawtext=font=sans:text=Trivial:fontsize=40:fontcolor=white:x=20:y=60'.split(' '),
    ...'-c:v libx264 -preset superfast -pix_fmt yuv420p -c:a aac -movflags +faststart'.split(' '),
    join(folder.path, 'hand.mp4'),
  ]);
  return performance.now() - began;
};

try {
  const rendered: Rendered[] = [];
  const hand: number[] = [];
  for (let index = -1; index < RUNS; index += 1) {
    await setTimeout(BETWEEN_MS);
    const one = await renderOnce(index);
    const own = await byHand();
    // The first is not counted: nothing is in memory yet.
    if (index < 0) continue;
    rendered.push(one);
    hand.push(own);
  }
  const ms = rendered.map((one) => one.ms);
  const stages = [...new Set(rendered.flatMap(({ stages }) => Object.keys(stages)))];
  console.log(
    `from the request to completion: median ${median(ms).toFixed(0)} ms, fastest ${Math.min(...ms).toFixed(0)} ms of ${RUNS}`,
  );
  for (const stage of stages)
    console.log(`  ${stage}: ${median(rendered.map(({ stages }) => stages[stage] ?? 0)).toFixed(0)} ms`);
  console.log(
    `ffmpeg by hand: median ${median(hand).toFixed(0)} ms; ratio ${(median(ms) / median(hand)).toFixed(2)}`,
  );
} finally {
  await service.end('SIGTERM');
  await folder.remove();
}
