import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import { factsOf } from '../../../../domain/composition/format/output-formats.js';
import type { Output } from '../../../../domain/composition/format/output.js';
import { frameCount, frameRate } from '../../../../domain/composition/timeline.js';
import { framesInRange } from '../../plan/clip-frames.js';
import { samplesAt } from '../../plan/sound/samples.js';
import { planSound, type SoundPlan } from '../../plan/sound/sound-plan.js';
import { soundEncoding } from '../../sound/sound-commands.js';
import type { Reuse } from '../pieces/reuse.js';
import type { PlannedFile } from './output-files.js';
import { type SampleSpan, samplesOf, soundCodecOf } from './sounds.js';
import { type Material, viewOf } from './views.js';

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

/** Which part of the mix an output has. */
export const soundSpan = (file: PlannedFile, material: Material): SampleSpan => {
  const { output } = file;
  const { composition } = material;
  if (factsOf(output.format).kind !== 'audio')
    return samplesWithin(material, viewOf(file, composition).fps, output.range);
  const { from = 0, to = Infinity } = output.range ?? {};
  const end = samplesWithin(material, composition.metadata.fps, undefined).to;
  return { from: Math.min(end, samplesAt(from)), to: Math.min(end, samplesAt(to)) };
};

/** The plan with clips named in the order in which they are heard: it does not matter which others there are. */
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

/** The key of everything that determines encoded sound. */
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
