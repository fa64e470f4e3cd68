/**
 * Searches the settings of x264: encodes several contents with each at several values of crf, and compares CPU time and
 * bytes at the SSIM that the first reaches with crf 20. Arguments: [part of the name of settings] [size] [seconds].
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentInput, CONTENTS, ffmpegIn, madeIn } from './media.js';

interface Candidate {
  readonly preset: string;
  readonly parameters: string;
}

const TREE = 'mbtree=1:rc-lookahead=20';
const CANDIDATES: Readonly<Record<string, Candidate>> = {
  veryfast: { preset: 'veryfast', parameters: '' },
  ultrafast: { preset: 'ultrafast', parameters: '' },
  'ultrafast, tree': { preset: 'ultrafast', parameters: `cabac=1:deblock=0,0:8x8dct=1:aq-mode=1:${TREE}` },
  'ultrafast, tree, bframes 3': {
    preset: 'ultrafast',
    parameters: `cabac=1:deblock=0,0:8x8dct=1:aq-mode=1:bframes=3:weightb=1:b-adapt=1:${TREE}:partitions=i8x8,i4x4`,
  },
  superfast: { preset: 'superfast', parameters: '' },
  'superfast, tree 10': { preset: 'superfast', parameters: 'mbtree=1:rc-lookahead=10' },
  'superfast, tree 20': { preset: 'superfast', parameters: TREE },
  'superfast, tree 40': { preset: 'superfast', parameters: 'mbtree=1:rc-lookahead=40' },
  'superfast, tree 20, hex': { preset: 'superfast', parameters: `${TREE}:me=hex` },
  'superfast, tree 20, subme 2': { preset: 'superfast', parameters: `${TREE}:subme=2` },
  'superfast, tree 20, hex, subme 2': { preset: 'superfast', parameters: `${TREE}:me=hex:subme=2` },
  'superfast, tree 20, p8x8': {
    preset: 'superfast',
    parameters: `${TREE}:partitions=p8x8,b8x8,i8x8,i4x4`,
  },
  'superfast, tree 20, no scenecut, weightp 0': { preset: 'superfast', parameters: `${TREE}:weightp=0` },
  'superfast, tree 20, b-adapt 0': { preset: 'superfast', parameters: `${TREE}:b-adapt=0` },
  'superfast, tree 20, aq 3': { preset: 'superfast', parameters: `${TREE}:aq-mode=3` },
  faster: { preset: 'faster', parameters: '' },
  fast: { preset: 'fast', parameters: '' },
  medium: { preset: 'medium', parameters: '' },
  slow: { preset: 'slow', parameters: '' },
};
const BASELINE_CRF = 20;
const CRFS = [17, 20, 23];
const FPS = 30;

interface Point {
  readonly cpu: number;
  readonly bytes: number;
  /** dB */
  readonly ssim: number;
}

const [, , part = '', size = '1280x720', length = '5'] = process.argv;
const seconds = Number(length);
const folder = await mkdtemp(join(tmpdir(), 'encoder-settings-'));

const encode = async (source: string, { preset, parameters }: Candidate, crf: number): Promise<Point> => {
  const x264 = ['open-gop=0', 'stitchable=1', ...(parameters ? [parameters] : [])].join(':');
  const options = ['-c:v', 'libx264', '-profile:v', 'high', '-preset', preset, '-crf', String(crf)];
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', size, '-r', String(FPS)];
  const report = await ffmpegIn(
    folder,
    '-benchmark',
    ...raw,
    '-i',
    source,
    ...options,
    '-threads',
    '1',
    '-g',
    String(FPS * 2),
    '-x264-params',
    x264,
    'encoded.mp4',
  );
  const [, user = 'NaN', system = 'NaN'] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(report) ?? [];
  const compared = await ffmpegIn(
    folder,
    '-i',
    'encoded.mp4',
    ...raw,
    '-i',
    source,
    '-lavfi',
    'ssim',
    '-f',
    'null',
    '-',
  );
  const [, similarity = 'NaN'] = /SSIM.*All:([\d.]+)/.exec(compared) ?? [];
  return {
    cpu: Number(user) + Number(system),
    bytes: statSync(join(folder, 'encoded.mp4')).size,
    ssim: -10 * Math.log10(1 - Math.min(0.999999, Number(similarity))),
  };
};

/** What a setting costs at a quality, between the measured points. */
const at = (ssim: number, points: ReadonlyArray<Point>): Point & { readonly crf: number } => {
  const mix = (a: number, b: number, t: number): number => Math.exp(Math.log(a) * (1 - t) + Math.log(b) * t);
  let index = points.findIndex((point) => point.ssim < ssim) - 1;
  if (index < 0) index = points[0] && points[0].ssim < ssim ? 0 : points.length - 2;
  const [high, low] = [points[index], points[index + 1]];
  if (!high || !low) throw new RangeError('two points are needed');
  const t = (high.ssim - ssim) / (high.ssim - low.ssim || 1);
  return {
    ssim,
    cpu: mix(high.cpu, low.cpu, t),
    bytes: mix(high.bytes, low.bytes, t),
    crf: (CRFS[index] ?? 0) * (1 - t) + (CRFS[index + 1] ?? 0) * t,
  };
};

const geometricMean = (values: ReadonlyArray<number>): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

const wanted = Object.entries(CANDIDATES).filter(([name], index) => index === 0 || name.includes(part));
const ratios = new Map<string, { cpu: number; bytes: number; crf: number }[]>();
for (const content of Object.keys(CONTENTS)) {
  const source = await madeIn(
    folder,
    `${content.replaceAll(' ', '-')}.yuv`,
    ...contentInput(content, size, FPS, seconds),
    '-r',
    String(FPS),
    '-pix_fmt',
    'yuv420p',
    '-f',
    'rawvideo',
  );
  let baseline: Point | undefined;
  console.log(`\n${content}`);
  for (const [name, candidate] of wanted) {
    const points: Point[] = [];
    for (const crf of baseline ? CRFS : [BASELINE_CRF]) points.push(await encode(source, candidate, crf));
    if (!baseline) {
      baseline = points[0];
      continue;
    }
    const equal = at(baseline.ssim, points);
    const ratio = { cpu: equal.cpu / baseline.cpu, bytes: equal.bytes / baseline.bytes, crf: equal.crf };
    ratios.set(name, [...(ratios.get(name) ?? []), ratio]);
    console.log(
      `  ${name}: CPU ${ratio.cpu.toFixed(2)}, bytes ${ratio.bytes.toFixed(2)} at crf ${ratio.crf.toFixed(1)}`,
    );
  }
  await rm(join(folder, source));
}
console.log(`\nAt the SSIM of veryfast crf ${BASELINE_CRF}, geometric means over all contents:`);
for (const [name, all] of ratios)
  console.log(
    `| ${name} | ${geometricMean(all.map(({ cpu }) => cpu)).toFixed(2)} | ${geometricMean(all.map(({ bytes }) => bytes)).toFixed(2)} | ${(all.reduce((sum, { crf }) => sum + crf, 0) / all.length).toFixed(1)} |`,
  );
await rm(folder, { recursive: true });
