import { joinedSpans, runsOf } from '../../../domain/groups.js';
import { CHANNELS, SAMPLE_RATE } from '../plan/sound/samples.js';
import { passFilter, stereoFilter } from './biquad.js';
import { type AudibleSpan, PAUSE } from './ducking.js';

/** The samples over which a level is measured: 10 ms. */
export const FRAME = SAMPLE_RATE / 100;
/** Audio is audible above this level, dBFS. */
const AUDIBLE_DB = -50;
/** The frequency band of voices, Hz. */
const VOICE = { from: 150, to: 4000 };
/** Speech is detected over one second; in frames. */
const WINDOW = 100;
/** Minimum standard deviation of the level of speech, dB. */
const LEAST_SWING = 3;
/** Lower levels are raised to this, dBFS. */
const SILENCE_DB = -80;
/** Shorter sounds count as clicks; in frames. */
const SHORTEST = 10;

/**
 * Measures the root mean square of each frame of interleaved stereo samples.
 * @param voiceOnly whether to measure only the frequency band of voices
 */
export const levelMeter = (voiceOnly: boolean) => {
  const filters = voiceOnly
    ? [stereoFilter(passFilter('highpass', VOICE.from)), stereoFilter(passFilter('lowpass', VOICE.to))]
    : [];
  const levels: number[] = [];
  let [sum, filled] = [0, 0];
  return {
    add: (samples: Float32Array): void => {
      const heard = Float32Array.from(samples);
      for (const filter of filters) filter(heard);
      for (const sample of heard) {
        sum += sample * sample;
        filled += 1;
        if (filled === FRAME * CHANNELS) {
          levels.push(Math.sqrt(sum / filled));
          [sum, filled] = [0, 0];
        }
      }
    },
    levels: (): ReadonlyArray<number> => levels,
  };
};

const LOUD_ENOUGH = 10 ** (AUDIBLE_DB / 20);

const spansWhere = (
  levels: ReadonlyArray<number>,
  holds: (level: number, frame: number) => boolean,
): ReadonlyArray<AudibleSpan> => {
  const frames = levels.flatMap((level, frame) => (holds(level, frame) ? [frame] : []));
  return runsOf(frames, (last, next) => next === last + 1).map((run) => ({
    from: run[0] * FRAME,
    to: (run[0] + run.length) * FRAME,
  }));
};

/** When audio is audible, in samples from its start. */
export const audibleSpans = (levels: ReadonlyArray<number>): ReadonlyArray<AudibleSpan> =>
  joinedSpans(
    spansWhere(levels, (level) => level > LOUD_ENOUGH),
    PAUSE,
  );

/**
 * When there is speech, in samples from the start. Syllables vary the level within a second, unlike steady sound (noise,
 * hum, sustained chords). Measured deviations: four synthetic voices (3.5 to 22 dB), pink noise (1 dB), a chord that is
 * struck twice a second (2.4 dB) and a beat over a tone (2.2 dB). Rhythmic music may count as speech.
 */
export const speechSpans = (levels: ReadonlyArray<number>): ReadonlyArray<AudibleSpan> =>
  audibleSpans(levels).flatMap(({ from, to }) => {
    const passage = levels.slice(from / FRAME, to / FRAME);
    if (passage.length < SHORTEST) return [];
    const swings = swingsOf(passage);
    const spoken = spansWhere(passage, (_, frame) => (swings[frame] ?? 0) >= LEAST_SWING);
    return joinedSpans(spoken, PAUSE).map((span) => ({ from: from + span.from, to: from + span.to }));
  });

/** The standard deviation of the level around each frame, dB. */
const swingsOf = (passage: ReadonlyArray<number>): Float64Array => {
  const levels = Float64Array.from(passage, (level) =>
    Math.max(SILENCE_DB, 20 * Math.log10(Math.max(level, 1e-9))),
  );
  return Float64Array.from(levels, (_, frame) => {
    const first = Math.max(0, Math.min(frame - WINDOW / 2, levels.length - WINDOW));
    const around = levels.subarray(first, first + WINDOW);
    const mean = around.reduce((sum, level) => sum + level, 0) / around.length;
    return Math.sqrt(around.reduce((sum, level) => sum + (level - mean) ** 2, 0) / around.length);
  });
};
