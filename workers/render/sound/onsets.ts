import { CHANNELS } from '../plan/sound/samples.js';
import type { Tape } from './tape.js';

/** The length of a frame whose energy is measured, in samples: a millisecond. */
const FRAME = 48;
/** The numbers of frames before and after an onset that are compared. */
const BEFORE = 10;
const AFTER = 4;
/** The minimum factor by which the energy grows at an onset: 12 dB. */
const GROWTH = 16;
/** The minimum mean energy of a sample: -50 dB. */
const FAINT = 1e-5;
/** The minimum distance of two onsets, in frames. */
const REST = 30;
/** The number of frames that are read at once. */
const BLOCK = 50;

/**
 * Detects onsets on a tape from sample `start`. The returned function returns the onsets before sample `to` that it has
 * not returned yet, in order.
 */
export const onsetsOf = (tape: Tape, start: number): ((to: number) => Promise<ReadonlyArray<number>>) => {
  /** Mean energies of the frames, beginning with `first`. */
  let energies: number[] = [];
  let first = 0;
  let next = 0;
  let rests = 0;
  const sampleOf = (frame: number): number => start + frame * FRAME;
  const mean = (from: number, to: number): number => {
    const part = energies.slice(Math.max(0, from - first), to - first);
    return part.reduce((sum, energy) => sum + energy, 0) / Math.max(1, part.length);
  };
  const isOnset = (): boolean => {
    const after = mean(next, next + AFTER);
    const isFirst = (energies[next - first] ?? 0) > after / 50;
    return after > FAINT && isFirst && after > GROWTH * mean(next - BEFORE, next);
  };
  /** The sample of the frame at which the amplitude reaches a tenth of its peak. */
  const exactSample = async (): Promise<number> => {
    const samples = await tape.read(sampleOf(next), sampleOf(next + AFTER));
    const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const index = samples.findIndex((value) => Math.abs(value) > peak / 10);
    return sampleOf(next) + Math.floor(Math.max(0, index) / CHANNELS);
  };

  return async (to) => {
    const found: number[] = [];
    for (; sampleOf(next) < to; next += 1) {
      if (first + energies.length < next + AFTER) {
        const end = first + energies.length;
        const samples = await tape.read(sampleOf(end), sampleOf(end + BLOCK));
        energies = [...energies.slice(Math.max(0, next - BEFORE - first)), ...energiesOf(samples)];
        first = Math.max(first, next - BEFORE);
      }
      rests -= 1;
      if (rests > 0 || !isOnset()) continue;
      rests = REST;
      found.push(await exactSample());
    }
    return found;
  };
};

const energiesOf = (samples: Float32Array): ReadonlyArray<number> =>
  Array.from({ length: samples.length / (FRAME * CHANNELS) }, (_, frame) => {
    const part = samples.subarray(frame * FRAME * CHANNELS, (frame + 1) * FRAME * CHANNELS);
    return part.reduce((sum, value) => sum + value * value, 0) / part.length;
  });
