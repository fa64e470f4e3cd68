import type { Transition, Transitions } from '../fields/transition.js';
import { SAME_INSTANT } from '../timeline.js';
import { clamped, ease } from './easing.js';

/** How long the entrance and the exit of a clip take, ms. */
export interface TransitionWindows {
  readonly in: number;
  readonly out: number;
}

/**
 * The transition windows of a clip that lasts `length` ms. If both together are longer than the clip, they shrink in
 * proportion.
 */
export const windowsOf = (transitions: Transitions | undefined, length: number): TransitionWindows => {
  const wanted = { in: transitions?.in?.duration ?? 0, out: transitions?.out?.duration ?? 0 };
  const shrink = Math.min(1, length / (wanted.in + wanted.out || 1));
  return { in: wanted.in * shrink, out: wanted.out * shrink };
};

/** A transition in progress: `p` is 0 when the clip is absent and 1 when it is fully shown. `p` may overshoot. */
export interface RunningTransition {
  readonly transition: Transition;
  readonly side: 'in' | 'out';
  readonly p: number;
}

/** The transitions in progress at `t` ms of a clip that lasts `length` ms. */
export const transitionsAt = (
  transitions: Transitions | undefined,
  t: number,
  length: number,
): ReadonlyArray<RunningTransition> => {
  if (!transitions) return [];
  const windows = windowsOf(transitions, length);
  const running: RunningTransition[] = [];
  if (transitions.in && t < windows.in - SAME_INSTANT)
    running.push({ transition: transitions.in, side: 'in', p: ease(transitions.in.easing, t / windows.in) });
  if (transitions.out && length - t < windows.out - SAME_INSTANT)
    running.push({
      transition: transitions.out,
      side: 'out',
      p: ease(transitions.out.easing, (length - t) / windows.out),
    });
  return running;
};

const TRAVEL = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
} as const;

/** The offset of a travelling clip from its position at rest, px. */
export const travelOf = (
  direction: keyof typeof TRAVEL,
  distance: number,
  { side, p }: Pick<RunningTransition, 'side' | 'p'>,
): { readonly x: number; readonly y: number } => {
  const away = (side === 'in' ? -1 : 1) * (1 - p) * distance;
  return { x: TRAVEL[direction].x * away || 0, y: TRAVEL[direction].y * away || 0 };
};

/**
 * The visibility of a point of the clip, 0–1, when an edge of the given softness has reached `p`. `u` is the
 * position of the point along the path of the edge, 0–1.
 */
export const revealedAt = (u: number, p: number, softness: number): number => {
  const progress = clamped(p);
  if (softness === 0) return u < progress ? 1 : 0;
  const x = clamped((progress * (1 + softness) - u) / softness);
  return x * x * (3 - 2 * x);
};
