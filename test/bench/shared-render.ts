/**
 * One render on 1, 2, 4 and 8 workers that encode one piece at once, each with a simulated core: a control group limits
 * it to the same share of a core. The speed-up is the ratio of wall times; processor times are shown next to it. The
 * baseline is the same render by one worker that shares nothing, with the same share of a core. Arguments: [seconds of
 * the video] [workers, separated by commas] [share of a core, 0.2 by default: 8 workers then need 1.6 cores].
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Composition } from '../../domain/composition/composition.js';
import { connectToNats } from '../../infrastructure/nats/connection.js';
import { sha256OfFile } from '../../workers/files/file-hash.js';
import { startTestNats } from '../support/servers/nats.js';
import { openSharingWorker, startHelping } from '../support/service/piece-sharing.js';
import { compositionOf, render, type Studio } from '../support/renders/render.js';
import { codeFile, NODE_OPTIONS } from '../support/processes/programs.js';
import { cpuClock } from './cpu-time.js';
import { CONTENTS, ffmpegIn } from './render/media.js';

const [, , seconds = '120', counts = '1,2,4,8', share = '0.2'] = process.argv;
const SIZE = { width: 640, height: 360 };
const settings = { parallelPieces: 1 };

interface HelperSettings {
  readonly folder: string;
  readonly cache: string;
  readonly natsUrl: string;
  readonly seconds: number;
}

const projectOf = (length: number): Composition =>
  compositionOf({ duration: length * 1000, fps: 30, canvas: SIZE }, [
    { type: 'video', source: 'moving.mp4', timeFrame: { start: 0, end: length * 1000 }, size: SIZE },
    {
      type: 'text',
      timeFrame: { start: 0, end: length * 1000 },
      position: { x: 40, y: 280 },
      size: { width: 560, height: 60 },
      textProperties: { content: 'One render on many workers', fontSize: 36, color: '#ffffff' },
    },
  ]);

const studioIn = (folder: string): Studio => ({
  folder,
  make: async () => '',
  dispose: async () => undefined,
});

const clockOrThrow = () => {
  const clock = cpuClock();
  if (clock) return clock;
  throw new Error('CPU time of all processes can be measured only in a control group of its own');
};

/** A worker in a process of its own, which helps until it is told to stop. */
const help = async ({ folder, cache, natsUrl, seconds: length }: HelperSettings): Promise<void> => {
  const clock = clockOrThrow();
  clock.limitTo(Number(share));
  const nats = await connectToNats(natsUrl, cache);
  const worker = await openSharingWorker(join(folder, cache), join(folder, 'pieces'), nats);
  let pieces = 0;
  const stop = await startHelping(worker, studioIn(folder), projectOf(length), {
    settings,
    onHelped: (made) => (pieces += made),
    notice: (what, _id, detail) => what === 'not helped' && console.error(detail),
  });
  const before = clock.seconds();
  process.send?.('ready');
  await once(process, 'message');
  await stop();
  process.send?.({ cpu: clock.seconds() - before, pieces });
  await nats.close();
  clock.close();
  process.disconnect();
};

interface WorkerCost {
  /** s */
  readonly cpu: number;
  readonly pieces: number;
}

const startHelper = async (helper: HelperSettings): Promise<ChildProcess> => {
  const child = fork(codeFile('test/bench/shared-render'), process.argv.slice(2), {
    execArgv: [...NODE_OPTIONS],
    env: { ...process.env, BENCH_HELPER: JSON.stringify(helper) },
  });
  await once(child, 'message');
  return child;
};

const endHelper = async (child: ChildProcess): Promise<WorkerCost> => {
  const said = once(child, 'message');
  child.send('stop');
  const [cost] = (await said) as [WorkerCost];
  await once(child, 'exit');
  return cost;
};

const measure = async (): Promise<void> => {
  const length = Number(seconds);
  const server = await startTestNats();
  const root = await mkdtemp(join(tmpdir(), 'shared-bench-'));
  const media = join(root, 'media');
  await mkdir(media);
  const picture = CONTENTS['photographic pan']?.('640x360', 30, length) ?? '';
  const source = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=330'];
  await ffmpegIn(media, ...source, '-t', seconds, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', 'moving.mp4');
  const clock = clockOrThrow();
  const nats = await connectToNats(server.url, 'lead');

  /** Renders with empty caches. @param workers 0: by one that shares nothing */
  const renderOn = async (workers: number) => {
    const folder = media;
    for (const name of await readdir(folder))
      if (name !== 'moving.mp4') await rm(join(folder, name), { recursive: true });
    const helpers = await Promise.all(
      Array.from({ length: Math.max(0, workers - 1) }, (_, index) =>
        startHelper({ folder, cache: `helper-${index}`, natsUrl: server.url, seconds: length }),
      ),
    );
    const { sharing, reusing } = await openSharingWorker(join(folder, 'lead'), join(folder, 'pieces'), nats);
    const [before, began] = [clock.seconds(), performance.now()];
    const file = await render(studioIn(folder), projectOf(length), {
      settings,
      reusing,
      ...(workers > 0 ? { sharing } : {}),
    });
    const wall = (performance.now() - began) / 1000;
    const cpu = clock.seconds() - before;
    const costs = await Promise.all(helpers.map(endHelper));
    const sha256 = await sha256OfFile(file.path);
    await file.dispose();
    return { cpu, costs, wall, sha256 };
  };

  await renderOn(0); // fills the page cache, and starts what stays
  clock.limitTo(Number(share));
  const alone = await renderOn(0);
  console.log(`shares nothing: ${alone.cpu.toFixed(1)} s of CPU, ${alone.wall.toFixed(1)} s`);
  for (const workers of counts.split(',').map(Number)) {
    const { cpu, costs, wall, sha256 } = await renderOn(workers);
    const all = [cpu, ...costs.map((cost) => cost.cpu)];
    const sum = all.reduce((total, one) => total + one, 0);
    console.log(
      `${workers} workers: ${(alone.wall / wall).toFixed(2)} times as fast (${wall.toFixed(1)} s); ` +
        `${sum.toFixed(1)} s of CPU (${(sum / alone.cpu).toFixed(2)} of sharing nothing), ` +
        `of each: ${all.map((one) => one.toFixed(1)).join(', ')} s; ` +
        `pieces of helpers: ${costs.map(({ pieces }) => pieces).join(', ')}; ` +
        `the bytes are ${sha256 === alone.sha256 ? 'the same' : 'different'}`,
    );
  }
  await nats.close();
  await server.stop();
  clock.close();
  await rm(root, { recursive: true });
};

const helper = process.env['BENCH_HELPER'];
await (helper === undefined ? measure() : help(JSON.parse(helper) as HelperSettings));
