/** Test sounds, and measurements of mixes. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { join } from 'node:path';
import type { Composition } from '../../../domain/composition/composition.js';
import { frameCount, frameRate } from '../../../domain/composition/timeline.js';
import { localAssets } from '../../../infrastructure/sources/local-assets.js';
import { planSound } from '../../../workers/render/plan/sound/sound-plan.js';
import { NO_REUSE } from '../../../workers/render/run/pieces/reuse.js';
import { mixSounds } from '../../../workers/render/run/mix-sounds.js';
import { fetchSources } from '../../../workers/render/run/sources/fetch-sources.js';
import { probeSources } from '../../../workers/render/run/sources/plan-sources.js';
import { DEFAULT_SETTINGS } from '../../../workers/render/run/context.js';
import { resolvedComposition } from '../../../workers/render/run/prepare/resolve-composition.js';
import { compositionOf, type Studio } from './render.js';
import { tools } from './render-tools.js';
import { lavfi } from './lavfi.js';

/** Sample rate of all audio here. */
export const RATE = 48_000;

const run = promisify(execFile);

/** ffmpeg options for a sound with one expression per channel, such as `0.25*sin(2*PI*440*t)|0`. */
export const expression = (channels: string, seconds: number): string[] => [
  ...lavfi(`aevalsrc='${channels}':s=${RATE}:d=${seconds}`),
  '-c:a',
  'pcm_f32le',
];

/** ffmpeg options for a sine in each channel. */
export const tone = (frequency: number, amplitude: number, seconds: number, channels = 1): string[] =>
  expression(
    Array.from({ length: channels }, () => `${amplitude}*sin(2*PI*${frequency}*t)`).join('|'),
    seconds,
  );

/** The mix of a composition before it is encoded: interleaved stereo samples. */
export const mixOf = async (studio: Studio, composition: Composition): Promise<Float32Array> => {
  const folder = await mkdtemp(join(studio.folder, 'mix-'));
  const context = {
    ...tools,
    transcriber: undefined,
    assets: localAssets(studio.folder),
    folder,
    signal: new AbortController().signal,
    progress: () => undefined,
    reuse: NO_REUSE,
  };
  const sources = await probeSources(await fetchSources(composition, DEFAULT_SETTINGS, context), context);
  const { metadata, clips } = resolvedComposition(composition, sources, new Map());
  const rate = frameRate(metadata.fps);
  const plan = planSound(metadata, clips, sources, frameCount(metadata.duration, rate), rate);
  const path = join(folder, 'mix.f32');
  const encoding = { encoder: 'pcm_f32le', format: 'f32le', sampleRate: RATE, channels: 2 };
  const outputs = [{ encoding, span: { from: 0, to: plan.samples }, path }];
  await mixSounds({ plan, levels: [], outputs }, context);
  const bytes = Uint8Array.from(await readFile(path));
  await rm(folder, { recursive: true });
  return new Float32Array(bytes.buffer);
};

/** A clip that is only heard. */
export const audioClip = (source: string, timeFrame: object, more: object = {}): object => ({
  type: 'audio',
  source,
  timeFrame,
  ...more,
});

/** A composition with a picture that costs nothing. */
export const soundOnly = (
  duration: number,
  clips: ReadonlyArray<object>,
  metadata: object = {},
): Composition => compositionOf({ duration, fps: 10, canvas: { width: 16, height: 16 }, ...metadata }, clips);

/** The integrated loudness of a mix, as ffmpeg measures it. */
export const loudnessOfMix = async (studio: Studio, samples: Float32Array): Promise<number> => {
  const path = join(studio.folder, 'mix.f32');
  await writeFile(path, samples);
  return ffmpegLoudness(path, '-f', 'f32le', '-ar', String(RATE), '-ac', '2');
};

/** Root mean square of one channel between two times in ms. */
export const levelOf = (samples: Float32Array, channel: 0 | 1, from: number, to: number): number => {
  let sum = 0;
  const [first, last] = [Math.round((from * RATE) / 1000), Math.round((to * RATE) / 1000)];
  for (let n = first; n < last; n += 1) sum += (samples[n * 2 + channel] ?? 0) ** 2;
  return Math.sqrt(sum / (last - first));
};

/** The amplitude of one frequency in a channel between two times in ms (Goertzel). */
export const amplitudeOf = (
  samples: Float32Array,
  channel: 0 | 1,
  frequency: number,
  from: number,
  to: number,
): number => {
  const [first, last] = [Math.round((from * RATE) / 1000), Math.round((to * RATE) / 1000)];
  let [re, im] = [0, 0];
  for (let n = first; n < last; n += 1) {
    const angle = (2 * Math.PI * frequency * n) / RATE;
    re += (samples[n * 2 + channel] ?? 0) * Math.cos(angle);
    im += (samples[n * 2 + channel] ?? 0) * Math.sin(angle);
  }
  return (2 * Math.hypot(re, im)) / (last - first);
};

/** The greatest absolute sample of both channels. */
export const peakOf = (samples: Float32Array): number =>
  samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

export const decibels = (factor: number): number => 20 * Math.log10(factor);

/** Integrated loudness in LUFS, measured by ffmpeg's `ebur128`. */
export const ffmpegLoudness = async (path: string, ...options: string[]): Promise<number> => {
  const { stderr } = await run('ffmpeg', [
    '-nostats',
    ...options,
    '-i',
    path,
    '-filter_complex',
    '[0:a]ebur128',
    '-f',
    'null',
    '-',
  ]);
  return Number([...stderr.matchAll(/I:\s+(-?[\d.]+) LUFS/g)].at(-1)?.[1]);
};
