import type { Motion } from '../fields/motion.js';
import { clamped, ease } from './easing.js';

/** The visible part of the box, as fractions of its sides. */
export interface VisiblePart {
  readonly left: number;
  readonly top: number;
  /** Width and height of the visible part, as a fraction of the box; 1 is all. */
  readonly side: number;
}

export const WHOLE: VisiblePart = { left: 0, top: 0, side: 1 };

/** Whether the visible part changes during a motion. */
export const changesView = ({ from, to }: Motion): boolean =>
  from.scale !== to.scale || from.x !== to.x || from.y !== to.y;

/** The zoom factor and the focus of a motion after this share of its time, from 0 to 1. */
export const motionAt = ({ from, to, easing }: Motion, share: number): Motion['from'] => {
  const progress = ease(easing, share);
  const mix = (a: number, b: number): number => a + (b - a) * progress;
  // Where an easing overshoots, the focus stays in the box, so that the box stays filled.
  const focus = (a: number, b: number): number => clamped(mix(a, b));
  return { scale: Math.max(1, mix(from.scale, to.scale)), x: focus(from.x, to.x), y: focus(from.y, to.y) };
};

/** The part of the box that the motion shows at `t` ms of a clip that lasts `length` ms. */
export const viewAt = (motion: Motion, t: number, length: number): VisiblePart => {
  const { scale, x, y } = motionAt(motion, length > 0 ? t / length : 0);
  const side = 1 / scale;
  return { left: x * (1 - side), top: y * (1 - side), side };
};
