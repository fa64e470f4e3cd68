import { CHANNELS, SAMPLE_RATE } from '../plan/sound/samples.js';
import { bandFilter, stereoFilter } from './biquad.js';

/** The centre frequencies of the bands of a noise profile for ffmpeg's `afftdn`, Hz. */
const CENTRES = Array.from({ length: 14 }).reduce<ReadonlyArray<number>>(
  (centres) => [...centres, 1.5 * (centres.at(-1) ?? 0) + 5],
  [80],
);
const Q = 2.5;
const HIGHEST = 23_000;
/** The noise level is that of the quietest tenth of all windows, which are pauses. */
const PAUSES = 0.1;
/** Length of a window, in samples. */
const WINDOW = SAMPLE_RATE / 20;
/** The histogram of levels has steps of 0.5 dB, from -120 dBFS. */
const LOWEST_DB = -120;
const STEPS_A_DB = 2;

/** The level of steady noise in each band, in dBFS, as the total level of white noise that is equally loud there. */
export type NoiseProfile = ReadonlyArray<number>;

/** Measures the noise of interleaved stereo samples in constant memory. */
export const noiseMeter = () => {
  const bands = CENTRES.map((centre) => bandMeter(Math.min(centre, HIGHEST)));
  return {
    add: (samples: Float32Array): void => {
      for (const band of bands) band.add(samples);
    },
    /** Undefined if the pauses are silent. */
    profile: (): NoiseProfile | undefined => {
      const levels = bands.map(({ level }) => level());
      return levels.every((level) => level <= LOWEST_DB) ? undefined : levels;
    },
  };
};

const bandMeter = (centre: number) => {
  const filter = stereoFilter(bandFilter(centre, Q));
  const counts = new Uint32Array(-LOWEST_DB * STEPS_A_DB + 1);
  const share = Math.min(1, ((centre / Q) * Math.PI) / 2 / (SAMPLE_RATE / 2));
  let [sum, filled, windows] = [0, 0, 0];
  return {
    add: (samples: Float32Array): void => {
      const band = Float64Array.from(samples);
      filter(band);
      for (const sample of band) {
        sum += sample * sample;
        filled += 1;
        if (filled < WINDOW * CHANNELS) continue;
        const db = Math.max(LOWEST_DB, Math.min(0, 10 * Math.log10(sum / filled / share)));
        const step = Math.round((db - LOWEST_DB) * STEPS_A_DB);
        counts[step] = (counts[step] ?? 0) + 1;
        windows += 1;
        [sum, filled] = [0, 0];
      }
    },
    level: (): number => {
      let below = 0;
      for (const [step, count] of counts.entries()) {
        below += count;
        if (below > windows * PAUSES) return LOWEST_DB + step / STEPS_A_DB;
      }
      return LOWEST_DB;
    },
  };
};

/**
 * How far above the profile noise is still reduced, because its level varies. Measured with white, pink and brown
 * noise.
 */
const MARGIN_DB = 9;
/** The delay of `afftdn` (FFmpeg 5.1) for sound of 48 kHz, in samples. */
const DELAY = 1200;

/** A noise reduction by `reduction` dB. */
export interface NoiseReduction {
  readonly reduction: number;
  readonly profile: NoiseProfile;
}

/** ffmpeg filters that reduce noise without delaying the audio. */
export const noiseFilters = ({ reduction, profile }: NoiseReduction): string => {
  const mean = profile.reduce((sum, level) => sum + level, 0) / profile.length;
  const floor = Math.max(-80, Math.min(-20, mean + MARGIN_DB));
  const bands = profile.map((level) => Math.max(-24, Math.min(24, level - mean)).toFixed(1));
  return [
    `apad=pad_len=${DELAY}`,
    `afftdn=nr=${reduction.toFixed(2)}:nf=${floor.toFixed(1)}:nt=custom:bn=${bands.join('|')}`,
    `atrim=start_sample=${DELAY}`,
  ].join(',');
};
