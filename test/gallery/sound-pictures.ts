import { clipPath } from '../../domain/composition/clips/clip-paths.js';
import { soundLevels, type SoundLevels } from '../../domain/composition/sound-levels.js';
import type { Surface } from '../../workers/render/draw/context.js';
import type { LocalSource } from '../../workers/render/plan/local-source.js';
import { planRender } from '../../workers/render/plan/plan.js';
import { SAMPLE_RATE } from '../../workers/render/plan/sound/samples.js';
import { SOUNDTRACK } from '../../workers/render/plan/source-uses.js';
import type { ProbedMedia } from '../../workers/render/ports/media-probe.js';
import { mixedSound } from '../../workers/render/run/sound/encode-sound.js';
import { measuredSound } from '../../workers/render/run/sound/measure-sound.js';
import { levelValues } from '../../workers/render/sound/level-values.js';
import { compositionOf, type Studio, resolvedOf } from '../support/renders/render.js';
import { sandboxedTools } from '../support/renders/render-tools.js';
import { surface } from '../support/pictures/scenes.js';
import { type Example, METADATA } from './example.js';

/** A steady tone, and something that comes and goes as syllables do. */
export const SOUNDS: Readonly<Record<string, string>> = {
  'music.wav': '0.6*sin(2*PI*220*t)',
  'voice.wav': '0.9*sin(2*PI*330*t)*abs(sin(2*PI*4*t))*between(t,0.5,1)',
};

/** Makes the files of the sounds in the folder of a studio. */
export const makeSounds = async ({ make }: Studio): Promise<void> => {
  for (const [name, formula] of Object.entries(SOUNDS))
    await make(name, '-f', 'lavfi', '-i', `aevalsrc='${formula}|${formula}':s=${SAMPLE_RATE}:d=1.5`);
};

const probed: ProbedMedia = {
  _tag: 'Media',
  container: 'wav',
  duration: METADATA.duration,
  video: undefined,
  audio: { stream: 0, codec: 'pcm_s16le', channels: 2, sampleRate: SAMPLE_RATE },
};

/** What is heard of an example: interleaved stereo samples. */
export const samplesOf = async (
  { clips, metadata }: Pick<Example, 'clips' | 'metadata'>,
  { folder }: Studio,
): Promise<Float32Array> => {
  const composition = resolvedOf(compositionOf({ ...METADATA, ...metadata }, clips));
  const fileOf = (source: string): LocalSource => ({
    path: `${folder}/${source.replace(/^.*\//, '')}`,
    probed,
  });
  const { soundtrack } = composition.metadata;
  const sources = new Map<string, LocalSource>([
    ...composition.clips.flatMap((clip, index) =>
      clip.type === 'audio' ? [[clipPath(index), fileOf(clip.source)] as const] : [],
    ),
    ...(soundtrack ? [[SOUNDTRACK, fileOf(soundtrack.source)] as const] : []),
  ]);
  const context = { folder, signal: new AbortController().signal, encoder: sandboxedTools.encoder };
  const { sound } = planRender(composition, sources, { pieceSeconds: 5 });
  const chunks: Uint8Array[] = [];
  for await (const chunk of mixedSound(await measuredSound(sound, context), context))
    chunks.push(Uint8Array.from(chunk));
  return new Float32Array(Uint8Array.from(Buffer.concat(chunks)).buffer);
};

/** The interleaved samples of a part. */
const samplesWithin = (samples: Float32Array, { start, end }: NonNullable<Example['part']>): Float32Array => {
  const at = (ms: number): number => 2 * Math.round((ms / 1000) * SAMPLE_RATE);
  return samples.subarray(at(start), at(end));
};

/** Draws samples, or a part of them: the left channel in the upper half, the right one in the lower half. */
export const soundPicture = (all: Float32Array, part: Example['part']): Surface => {
  const samples = part ? samplesWithin(all, part) : all;
  const { width, height } = METADATA.canvas;
  const each = samples.length / 2 / width;
  return surface(width, height, (context) => {
    context.fillStyle = '#1B1B3A';
    context.fillRect(0, 0, width, height);
    for (const [channel, color] of ['#4CC9F0', '#F72585'].entries()) {
      const middle = (height * (2 * channel + 1)) / 4;
      context.fillStyle = color;
      for (let x = 0; x < width; x += 1) {
        let peak = 0;
        for (let at = Math.floor(x * each); at < (x + 1) * each; at += 1)
          peak = Math.max(peak, Math.abs(samples[2 * at + channel] ?? 0));
        const reach = Math.max(0.5, (peak * height) / 4);
        context.fillRect(x, middle - reach, 1, 2 * reach);
      }
    }
  });
};

/** The levels of a sound, as waveforms show them. */
export const levelsOfSound = (samples: Float32Array): SoundLevels => soundLevels(levelValues()(samples));
