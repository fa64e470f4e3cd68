import { SAMPLE_RATE } from '../plan/sound/samples.js';

/** The coefficients of a second-order filter, normalised: y = b0·x + b1·x' + b2·x″ − a1·y' − a2·y″. */
export interface Coefficients {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** Butterworth: flat in the pass band. */
const Q = Math.SQRT1_2;

/**
 * A filter with 12 dB per octave and a gain of -3 dB at `frequency` (Hz): Robert Bristow-Johnson's "Cookbook formulae for
 * audio equalizer biquad filter coefficients", as the BiquadFilterNode of the Web Audio API.
 */
export const passFilter = (type: 'highpass' | 'lowpass', frequency: number): Coefficients => {
  const w0 = (2 * Math.PI * frequency) / SAMPLE_RATE;
  const alpha = Math.sin(w0) / (2 * Q);
  const a0 = 1 + alpha;
  const b1 = type === 'lowpass' ? 1 - Math.cos(w0) : -(1 + Math.cos(w0));
  const b0 = Math.abs(b1) / 2;
  return { b0: b0 / a0, b1: b1 / a0, b2: b0 / a0, a1: (-2 * Math.cos(w0)) / a0, a2: (1 - alpha) / a0 };
};

/** A band-pass filter around `frequency` (Hz), 0 dB at its centre; from the same cookbook. */
export const bandFilter = (frequency: number, q: number): Coefficients => {
  const w0 = (2 * Math.PI * frequency) / SAMPLE_RATE;
  const alpha = Math.sin(w0) / (2 * q);
  const a0 = 1 + alpha;
  return { b0: alpha / a0, b1: 0, b2: -alpha / a0, a1: (-2 * Math.cos(w0)) / a0, a2: (1 - alpha) / a0 };
};

/** A filter of interleaved stereo samples, in place. Its state continues from one call to the next. */
export const stereoFilter = ({
  b0,
  b1,
  b2,
  a1,
  a2,
}: Coefficients): ((samples: Float32Array | Float64Array) => void) => {
  const memory = [
    { x1: 0, x2: 0, y1: 0, y2: 0 },
    { x1: 0, x2: 0, y1: 0, y2: 0 },
  ];
  return (samples) => {
    for (const [channel, past] of memory.entries()) {
      let { x1, x2, y1, y2 } = past;
      for (let i = channel; i < samples.length; i += 2) {
        const x = samples[i] ?? 0;
        const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
        [x2, x1, y2, y1] = [x1, x, y1, y];
        samples[i] = y;
      }
      Object.assign(past, { x1, x2, y1, y2 });
    }
  };
};
