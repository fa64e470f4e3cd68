import { LEVEL_MS } from '../../../domain/composition/sound-levels.js';
import { CHANNELS, SAMPLE_RATE } from '../plan/sound/samples.js';

const STEP = (SAMPLE_RATE * LEVEL_MS) / 1000;

/**
 * Measures consecutive interleaved stereo samples. Returns the values of `SoundLevels` for the intervals that are
 * complete.
 */
export const levelValues = (): ((samples: Float32Array) => Float32Array) => {
  let [sum, least, greatest, filled] = [0, Infinity, -Infinity, 0];
  return (samples) => {
    const values: number[] = [];
    for (const sample of samples) {
      sum += sample * sample;
      least = Math.min(least, sample);
      greatest = Math.max(greatest, sample);
      filled += 1;
      if (filled < STEP * CHANNELS) continue;
      values.push(Math.sqrt(sum / filled), least, greatest);
      [sum, least, greatest, filled] = [0, Infinity, -Infinity, 0];
    }
    return Float32Array.from(values);
  };
};
