import type { Motion } from '../format/motion.js';
import { ease } from './easing.js';

/** What part of the box is seen, as shares of its sides. */
export interface View {
  readonly left: number;
  readonly top: number;
  /** Width and height of what is seen, as a share; 1 is all. */
  readonly side: number;
}

/** All of the box. */
export const WHOLE: View = { left: 0, top: 0, side: 1 };

/** The part of the box that the motion shows at `t` ms of a clip of `length` ms. */
export const viewAt = ({ from, to, easing }: Motion, t: number, length: number): View => {
  const share = ease(easing, length > 0 ? t / length : 0);
  const mix = (a: number, b: number): number => a + (b - a) * share;
  const side = 1 / Math.max(1, mix(from.scale, to.scale));
  return { left: mix(from.x, to.x) * (1 - side), top: mix(from.y, to.y) * (1 - side), side };
};
