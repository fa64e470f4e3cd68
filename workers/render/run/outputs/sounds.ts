import { join } from 'node:path';
import type { Output } from '../../../../domain/composition/fields/output.js';
import { instantOf, frameCount, frameRate } from '../../../../domain/composition/timeline.js';
import { SAMPLE_RATE, samplesAt } from '../../plan/sound/samples.js';
import type { RenderPlan } from '../../plan/plan.js';
import { type SoundPlan, planSound } from '../../plan/sound/sound-plan.js';
import type { JoinRequest } from '../../ports/join-request.js';
import type { SoundOutput } from '../../ports/mix-request.js';
import { type SoundCodec, soundEncoding } from '../../sound/sound-commands.js';
import { mixSounds } from '../mix-sounds.js';
import type { RenderContext } from '../context.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import { formatFacts } from '../../../../domain/composition/fields/output-formats.js';
import { framesInRange } from '../../plan/clip-frames.js';
import type { Reuse } from '../pieces/reuse.js';
import type { PlannedFile } from './output-files.js';
import { type Material, viewOf } from './views.js';

/** A part of the mix, in samples. */
interface SampleSpan {
  readonly from: number;
  readonly to: number;
}

/** The samples that belong to a span of frames. */
const samplesOf = ({ span, rate }: Pick<RenderPlan, 'span' | 'rate'>): SampleSpan => ({
  from: samplesAt(instantOf(span.from, rate)),
  to: samplesAt(instantOf(span.to, rate)),
});

/** The codec of the sound of an output; undefined if it has no sound. */
export const soundCodecOf = ({ format, quality }: Output): SoundCodec | undefined => {
  switch (format) {
    case 'mp4':
    case 'hls':
      return { codec: 'aac', rate: 192 };
    case 'm4a':
    case 'mp3': {
      const rate = quality === undefined ? 192 : Math.round((32 + (288 * (quality - 1)) / 99) / 8) * 8;
      return { codec: format === 'mp3' ? 'mp3' : 'aac', rate };
    }
    case 'webm':
      return { codec: 'opus', rate: 160 };
    case 'mov':
    case 'wav':
      return { codec: 'pcm', rate: 0 };
    case 'gif':
    case 'webp':
    case 'png':
    case 'jpg':
    case 'pngSequence':
      return undefined;
  }
};

export type EncodedSound = JoinRequest['sound'];

/** The length of a span, in ms. */
export const millisecondsOf = ({ from, to }: SampleSpan): number =>
  Math.round(((to - from) * 1000) / SAMPLE_RATE);

export const plannedSound = ({
  composition: { metadata, clips },
  sources,
}: Pick<Material, 'composition' | 'sources'>): SoundPlan => {
  const rate = frameRate(metadata.fps);
  return planSound(metadata, clips, sources, frameCount(metadata.duration, rate), rate);
};

/** The samples that belong to the frames of a range, at a frame rate. */
const samplesWithin = (
  { composition: { metadata } }: Material,
  fps: number,
  range: Output['range'],
): SampleSpan => {
  const rate = frameRate(fps);
  const frames = frameCount(metadata.duration, rate);
  const span = framesInRange(range, { rate, frames });
  return samplesOf({ span, rate });
};

/** The part of the mix that an output plays. */
export const soundSpan = (file: PlannedFile, material: Material): SampleSpan => {
  const { output } = file;
  const { composition } = material;
  if (formatFacts(output.format).kind !== 'audio')
    return samplesWithin(material, viewOf(file, composition).fps, output.range);
  const { from = 0, to = Infinity } = output.range ?? {};
  const end = samplesWithin(material, composition.metadata.fps, undefined).to;
  return { from: Math.min(end, samplesAt(from)), to: Math.min(end, samplesAt(to)) };
};

/** The plan with clips numbered in the order of their sounds, so that it does not depend on other clips. */
const withoutPaths = ({ parts, ...plan }: SoundPlan): unknown => {
  const names = new Map<ClipPath, number>();
  for (const { clip } of parts) if (!names.has(clip)) names.set(clip, names.size);
  const nameOf = (clip: ClipPath): number | undefined => names.get(clip);
  return {
    ...plan,
    parts: parts.map(({ clip, shaping, ...part }) => ({
      ...part,
      clip: nameOf(clip),
      ...(shaping
        ? {
            shaping: {
              ...shaping,
              ...(shaping.duck ? { duck: { ...shaping.duck, keys: shaping.duck.keys.map(nameOf) } } : {}),
            },
          }
        : {}),
    })),
  };
};

/** The cache key of the encoded sound of a file; undefined if it has none. */
export const soundKey = async (
  file: PlannedFile,
  material: Material,
  reuse: Reuse,
): Promise<string | undefined> => {
  const codec = soundCodecOf(file.output);
  if (!codec) return undefined;
  const sound = withoutPaths(material.sound);
  return reuse.keyOf('sound', { sound, span: soundSpan(file, material), encoding: soundEncoding(codec) });
};

/**
 * Encodes the sounds of files, each part of the mix once in each codec. If there is only one sound, it is restored from
 * the cache, or cached for later renders.
 */
export const encodedSounds = async (
  files: ReadonlyArray<PlannedFile>,
  material: Material,
  context: RenderContext,
): Promise<ReadonlyMap<PlannedFile, EncodedSound>> => {
  const { reuse, folder } = context;
  const sounding = files.flatMap((file) => {
    const codec = soundCodecOf(file.output);
    return codec ? [{ file, codec, span: soundSpan(file, material) }] : [];
  });
  const [only, another] = sounding;
  if (!only) return new Map();
  const key = another ? undefined : await soundKey(only.file, material, reuse);
  const cachedPath = join(folder, 'cached-sound');
  if (await reuse.restore(key, cachedPath)) return new Map([[only.file, cachedPath]]);

  const { sound: plan } = material;
  const outputs = new Map<string, SoundOutput>();
  const soundOf = (codec: SoundCodec, span: SampleSpan): EncodedSound => {
    const samples = span.to - span.from;
    if (plan.parts.length === 0 && codec.codec === 'aac' && samples > 0)
      return { samples, bitRate: codec.rate * 1000 };
    const name = JSON.stringify([codec, span]);
    const path = join(folder, `sound-${codec.codec}-${outputs.size}`);
    const output = outputs.get(name) ?? { encoding: soundEncoding(codec), span, path };
    outputs.set(name, output);
    return output.path;
  };
  const sounds = new Map(sounding.map(({ file, codec, span }) => [file, soundOf(codec, span)]));
  if (outputs.size > 0) await mixSounds({ plan, levels: [], outputs: [...outputs.values()] }, context);
  const made = sounds.get(only.file);
  if (typeof made === 'string') reuse.store(key, made);
  return sounds;
};
