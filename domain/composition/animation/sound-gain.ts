import type { AudioProperties, FadeCurve } from '../fields/sound.js';

/** The gain of a fade-in at the fraction `p` of its duration, both 0–1; a fade-out is the reverse. */
export const fadeGain = (curve: FadeCurve, p: number): number => {
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  if (curve === 'exponential') return 10 ** (5 * (p - 1));
  return curve === 'linear' ? p : Math.sin((p * Math.PI) / 2);
};

/** The durations of a sound's fades. */
export interface FadeLengths {
  readonly in: number;
  readonly out: number;
}

/** The fades of a sound of `length` ms. If both together are longer than the sound, they shrink in proportion. */
export const fadesWithin = (
  { fadeIn, fadeOut }: Pick<AudioProperties, 'fadeIn' | 'fadeOut'>,
  length: number,
): FadeLengths => {
  const both = fadeIn + fadeOut;
  const shrink = both > length ? length / both : 1;
  return { in: fadeIn * shrink, out: fadeOut * shrink };
};

/**
 * How the channels of a sound are mixed into left and right: `leftToRight` is the gain of the left channel in the right
 * output, and so on.
 */
export interface PanMatrix {
  readonly leftToLeft: number;
  readonly rightToLeft: number;
  readonly leftToRight: number;
  readonly rightToRight: number;
}

/**
 * Equal-power panning as in the StereoPannerNode of the Web Audio API. A mono sound (equal channels) keeps its power:
 * in the centre it is as loud as without panning, and fully panned it is 3 dB louder in one channel.
 * @param pan from -1 (left) to 1 (right)
 */
export const panMatrix = (pan: number, isMono: boolean): PanMatrix => {
  if (isMono) {
    const angle = ((pan + 1) * Math.PI) / 4;
    return {
      leftToLeft: Math.SQRT2 * Math.cos(angle),
      rightToLeft: 0,
      leftToRight: 0,
      rightToRight: Math.SQRT2 * Math.sin(angle),
    };
  }
  const angle = ((pan <= 0 ? pan + 1 : pan) * Math.PI) / 2;
  return pan <= 0
    ? { leftToLeft: 1, rightToLeft: Math.cos(angle), leftToRight: 0, rightToRight: Math.sin(angle) }
    : { leftToLeft: Math.cos(angle), rightToLeft: 0, leftToRight: Math.sin(angle), rightToRight: 1 };
};
