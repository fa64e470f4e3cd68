import { timeMapOf } from '../../../domain/composition/animation/time-map.js';
import { joinedSpans } from '../../../domain/groups.js';
import { CHANNELS, SAMPLE_RATE, samplesAt } from '../plan/sound/samples.js';
import type { SoundPart, SoundPlan } from '../plan/sound/sound-plan.js';
import type { PlannedDuck } from '../plan/sound/sound-shaping.js';
import { audibleSpans, levelMeter, speechSpans } from './activity.js';
import { dipsFor, type AudibleSpan, PAUSE } from './ducking.js';
import { gainTo, loudnessMeter } from './loudness-meter.js';
import type { OpenPart } from './mix.js';
import { noiseMeter, type NoiseReduction } from './noise-profile.js';
import { sampleReader } from './sample-reader.js';
import { filterShaper, type MeasuredPart, type Shaper, shaperOf } from './shape.js';

/** A sound plan with measured parts: their volumes include loudness, and the times of ducking are known. */
export interface MeasuredSound extends Omit<SoundPlan, 'parts'> {
  readonly parts: ReadonlyArray<MeasuredPart>;
}

/**
 * Measures what mixing depends on: the loudness of the parts that are normalised, and when the parts that duck others
 * are audible.
 */
export const measuredSound = async (
  { parts, ...plan }: SoundPlan,
  open: OpenPart,
): Promise<MeasuredSound> => {
  const levelled: Measuring[] = [];
  for (const part of parts) levelled.push(await normalised(await withoutNoise(part, open), open));
  const keys = keysOf(levelled);
  const heard: ReadonlyArray<AudibleSpan>[] = [];
  for (const { part, speechOnly } of keys) heard.push(await spansOf(part, speechOnly, open));
  const spansFor = (duck: PlannedDuck): ReadonlyArray<AudibleSpan> =>
    joinedSpans(heard.filter((_, index) => isKeyOf(keys[index], duck)).flat(), PAUSE);
  return {
    ...plan,
    parts: levelled.map(({ part, duck }): MeasuredPart => {
      const { shaping } = part;
      return shaping && duck
        ? { ...part, shaping: { ...shaping, dips: dipsFor(duck, spansFor(duck)) } }
        : part;
    }),
  };
};

/** A part that is being measured, and its settings that still need measurements. */
interface Measuring {
  readonly part: MeasuredPart;
  readonly normalize: number | undefined;
  readonly duck: PlannedDuck | undefined;
}

/** A part that ducks others: whenever it is audible, or only while there is speech. */
interface Key {
  readonly part: MeasuredPart;
  readonly speechOnly: boolean;
}

const isKeyOf = (key: Key | undefined, { keys, speechOnly }: PlannedDuck): boolean =>
  key !== undefined && key.speechOnly === speechOnly && keys.includes(key.part.clip);

const keysOf = (measuring: ReadonlyArray<Measuring>): ReadonlyArray<Key> => {
  const ducks = measuring.flatMap(({ duck }) => duck ?? []);
  return measuring
    .flatMap(({ part }) => [true, false].map((speechOnly) => ({ part, speechOnly })))
    .filter((key) => ducks.some((duck) => isKeyOf(key, duck)));
};

/** Passes the processed samples of a part to `receive`. */
const readPart = async (
  part: MeasuredPart,
  shape: Shaper | undefined,
  open: OpenPart,
  receive: (samples: Float32Array) => void,
): Promise<void> => {
  const reader = sampleReader(open(part));
  try {
    for (let { from } = part; from < part.to;) {
      const samples = await reader.read(Math.min(SAMPLE_RATE, part.to - from) * CHANNELS);
      if (samples.length === 0) break;
      shape?.(samples, from);
      receive(samples);
      from += samples.length / CHANNELS;
    }
  } finally {
    await reader.close();
  }
};

/** The part with its noise profile, if noise is reduced. */
const withoutNoise = async ({ shaping, ...plain }: SoundPart, open: OpenPart): Promise<Measuring> => {
  if (!shaping) return { part: plain, normalize: undefined, duck: undefined };
  const { normalize, duck, denoise, ...rest } = shaping;
  const reduction = denoise === undefined ? undefined : await noiseReduction(plain, denoise, open);
  return { part: { ...plain, shaping: { ...rest, denoise: reduction, dips: undefined } }, normalize, duck };
};

const noiseReduction = async (
  part: MeasuredPart,
  reduction: number,
  open: OpenPart,
): Promise<NoiseReduction | undefined> => {
  const meter = noiseMeter();
  await readPart(playedSource(part), undefined, open, meter.add);
  const profile = meter.profile();
  return profile && { reduction, profile };
};

/**
 * The part of the source that a clip plays, at its original speed: noise is reduced before a source is retimed, and the
 * silence of a freeze is no pause.
 */
const playedSource = ({ retimed, ...part }: MeasuredPart): MeasuredPart => {
  if (!retimed) return part;
  const { runs, sourceIn } = timeMapOf(retimed.retiming);
  const times = runs.flatMap((run) => [run.source, sourceIn(run, run.to)]);
  const offset = samplesAt(Math.min(...times));
  return { ...part, offset, from: 0, to: samplesAt(Math.max(...times)) - offset };
};

/** The part with a volume that gives it its target loudness. */
const normalised = async (measuring: Measuring, open: OpenPart): Promise<Measuring> => {
  const { part, normalize } = measuring;
  if (!part.shaping || normalize === undefined) return measuring;
  const meter = loudnessMeter();
  await readPart(part, filterShaper(part.shaping), open, meter.add);
  return { ...measuring, part: { ...part, volume: part.volume * gainTo(normalize, meter.loudness()) } };
};

/** When a part is audible at its volume, in samples of the video. */
const spansOf = async (
  part: MeasuredPart,
  speechOnly: boolean,
  open: OpenPart,
): Promise<ReadonlyArray<AudibleSpan>> => {
  const { shaping, volume } = part;
  const meter = levelMeter(speechOnly);
  const shape = shaping && shaperOf({ ...shaping, pan: undefined });
  await readPart(part, shape, open, (samples) => meter.add(samples.map((sample) => sample * volume)));
  const levels = meter.levels();
  return (speechOnly ? speechSpans(levels) : audibleSpans(levels)).map(({ from, to }) => ({
    from: part.from + from,
    to: part.from + to,
  }));
};
