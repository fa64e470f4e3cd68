import { LEVEL_MS } from '../../../domain/composition/sound-levels.js';
import { CHANNELS, SAMPLE_RATE } from '../plan/samples.js';

const STEP = (SAMPLE_RATE * LEVEL_MS) / 1000;

/** Computes the levels of a sound, as `SoundLevels` has them, from interleaved stereo samples: as many pairs as are complete. */
export const levelPairs = (): ((samples: Float32Array) => Float32Array) => {
  let [sum, peak, filled] = [0, 0, 0];
  return (samples) => {
    const pairs: number[] = [];
    for (const sample of samples) {
      sum += sample * sample;
      if (Math.abs(sample) > Math.abs(peak)) peak = sample;
      filled += 1;
      if (filled < STEP * CHANNELS) continue;
      pairs.push(Math.sqrt(sum / filled), peak);
      [sum, peak, filled] = [0, 0, 0];
    }
    return Float32Array.from(pairs);
  };
};
