/**
 * Measures the renderer against one hand-written ffmpeg command that produces the same picture and sound in a single
 * pass. Arguments: [seconds] [runs]. Prints one line per run and the ratio of the medians.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compositionOf, openStudio, render } from '../support/render.js';

const run = promisify(execFile);
const seconds = Number(process.argv[2] ?? 30);
const runs = Number(process.argv[3] ?? 3);
const [width, height, fps] = [1280, 720, 30];

const studio = await openStudio();
const path = (name: string): string => join(studio.folder, name);
await studio.make(
  'a.mp4',
  '-f',
  'lavfi',
  '-i',
  `testsrc2=s=1280x720:r=30`,
  '-f',
  'lavfi',
  '-i',
  'sine=440:r=48000',
  '-t',
  String(seconds),
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-pix_fmt',
  'yuv420p',
  '-colorspace',
  'bt709',
  '-c:a',
  'aac',
);
await studio.make(
  'b.mp4',
  '-f',
  'lavfi',
  '-i',
  `mandelbrot=s=640x360:r=30`,
  '-t',
  String(seconds),
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-pix_fmt',
  'yuv420p',
  '-colorspace',
  'bt709',
);
await studio.make(
  'logo.png',
  '-f',
  'lavfi',
  '-i',
  'color=orange@0.8:s=200x100,format=rgba',
  '-frames:v',
  '1',
);

const always = { start: 0, end: seconds * 1000 };
const composition = compositionOf({ duration: seconds * 1000, fps, canvas: { width, height } }, [
  { type: 'video', source: 'a.mp4', timeFrame: always, size: { width, height } },
  {
    type: 'video',
    source: 'b.mp4',
    timeFrame: always,
    position: { x: 800, y: 60 },
    size: { width: 426, height: 240 },
  },
  {
    type: 'image',
    source: 'logo.png',
    timeFrame: always,
    position: { x: 40, y: 40 },
    size: { width: 200, height: 100 },
  },
]);

const handWritten = async (): Promise<void> => {
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    path('a.mp4'),
    '-i',
    path('b.mp4'),
    '-i',
    path('logo.png'),
    '-filter_complex',
    '[1:v]scale=426:240[b];[0:v][b]overlay=800:60[c];[c][2:v]overlay=40:40,format=yuv420p[v]',
    '-map',
    '[v]',
    '-map',
    '0:a',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '20',
    '-c:a',
    'aac',
    '-b:a',
    '192k',
    '-movflags',
    '+faststart',
    path('hand.mp4'),
  ]);
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const hand: number[] = [];
const ours: number[] = [];
for (let index = 0; index < runs; index += 1) {
  hand.push(await timed(handWritten));
  ours.push(
    await timed(async () => {
      const file = await render(studio, composition);
      console.log(JSON.stringify(file.provenance.stageSeconds));
      await file.dispose();
    }),
  );
  console.log(`one pass ${hand.at(-1)?.toFixed(2)} s, renderer ${ours.at(-1)?.toFixed(2)} s`);
}
console.log(
  `${seconds} s of ${width}×${height} at ${fps}: one pass ${median(hand).toFixed(2)} s, renderer ${median(ours).toFixed(2)} s, ratio ${(median(ours) / median(hand)).toFixed(2)}`,
);
await studio.dispose();
