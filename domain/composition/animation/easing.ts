import type { CubicBezier, Curve, Direction, Easing, EasingName } from '../fields/easing.js';

type Ease = (p: number) => number;

/** The number, limited to 0–1. */
export const clamped = (p: number): number => Math.min(1, Math.max(0, p));

/** The progress of a change at the fraction `p` (0–1) of its time. From 0 to 1, unless the easing overshoots. */
export const ease = (easing: Easing, p: number): number => {
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  return typeof easing === 'string' ? NAMED[easing](p) : bezier(easing)(p);
};

/** The number of samples of an easing that determine how far it overshoots. */
const STEPS = 2000;

const overshoots = (easing: Easing): boolean =>
  typeof easing === 'string'
    ? /Back|Elastic/.test(easing)
    : [easing[1], easing[3]].some((control) => control < 0 || control > 1);

/** The least and the greatest progress of a change: 0 and 1 unless its easing overshoots. */
export const rangeOf = (easing: Easing): { readonly least: number; readonly most: number } => {
  let [least, most] = [0, 1];
  if (!overshoots(easing)) return { least, most };
  for (let step = 1; step < STEPS; step += 1) {
    const p = ease(easing, step / STEPS);
    [least, most] = [Math.min(least, p), Math.max(most, p)];
  }
  return { least, most };
};

/** Bounds of progress that overshoots or reverses. Elastic easings reach farthest: 0.38 beyond 0–1. */
const PROGRESS_BOUNDS = { least: -0.5, most: 1.5 };
/** Upper bounds of the rate of such progress, per fraction of the time: in fact at most 5.6, and 28 for elastic easings. */
const MAX_RATES = { Back: 6, Bounce: 6, Elastic: 30 };
/** Upper bound of the jumps of elastic easings after their start and before their end: in fact 0.0005. */
const MAX_JUMP = 0.001;

/**
 * Bounds of the progress of a change from the fraction `from` to the fraction `to` of its time. They may be somewhat wider
 * than the exact range.
 */
export const progressWithin = (
  easing: Easing,
  from: number,
  to: number,
): { readonly least: number; readonly most: number } => {
  const [first, last] = [ease(easing, from), ease(easing, to)];
  const ends = { least: Math.min(first, last), most: Math.max(first, last) };
  if (typeof easing !== 'string') {
    // A curve does not leave the hull of its control points.
    const [, y1, , y2] = easing;
    return overshoots(easing) ? { least: Math.min(0, y1, y2), most: Math.max(1, y1, y2) } : ends;
  }
  const kind = /Back|Bounce|Elastic/.exec(easing)?.[0] as keyof typeof MAX_RATES | undefined;
  if (!kind || to <= 0 || from >= 1) return ends;
  // It leaves the range of its ends only as far as it can get and return from in the time.
  const middle = (first + last) / 2;
  const away = ((Math.min(1, to) - Math.max(0, from)) * MAX_RATES[kind]) / 2 + MAX_JUMP;
  return {
    least: Math.max(PROGRESS_BOUNDS.least, middle - away),
    most: Math.min(PROGRESS_BOUNDS.most, middle + away),
  };
};

/** CSS `cubic-bezier` (CSS Easing Functions, level 1): solves x for the curve's parameter, then evaluates y. */
const bezier = ([x1 = 0, y1 = 0, x2 = 1, y2 = 1]: CubicBezier | ReadonlyArray<number>): Ease => {
  const at = (a: number, b: number, u: number): number =>
    3 * a * u * (1 - u) ** 2 + 3 * b * u ** 2 * (1 - u) + u ** 3;
  return (p) => {
    let [low, high] = [0, 1];
    for (let step = 0; step < 50; step += 1) {
      const middle = (low + high) / 2;
      if (at(x1, x2, middle) < p) low = middle;
      else high = middle;
    }
    return at(y1, y2, (low + high) / 2);
  };
};

// Robert Penner's curves in their accelerating (ease-in) form, from 0 to 1.

const OVERSHOOT = 1.70158;

const bounceOut: Ease = (p) => {
  if (p < 1 / 2.75) return 7.5625 * p ** 2;
  if (p < 2 / 2.75) return 7.5625 * (p - 1.5 / 2.75) ** 2 + 0.75;
  if (p < 2.5 / 2.75) return 7.5625 * (p - 2.25 / 2.75) ** 2 + 0.9375;
  return 7.5625 * (p - 2.625 / 2.75) ** 2 + 0.984375;
};
const elasticIn =
  (period: number): Ease =>
  (p) =>
    -(2 ** (10 * p - 10)) * Math.sin(((p - 1 - period / 4) * 2 * Math.PI) / period);
const backIn =
  (overshoot: number): Ease =>
  (p) =>
    (overshoot + 1) * p ** 3 - overshoot * p ** 2;
const power =
  (exponent: number): Ease =>
  (p) =>
    p ** exponent;

const reversed =
  (accelerating: Ease): Ease =>
  (p) =>
    1 - accelerating(1 - p);
const both =
  (accelerating: Ease): Ease =>
  (p) =>
    p < 0.5 ? accelerating(2 * p) / 2 : 1 - accelerating(2 - 2 * p) / 2;

/** The forms of a curve, which follow from the accelerating one unless they are given. */
const forms = <C extends Curve>(
  curve: C,
  easeIn: Ease,
  { easeOut = reversed(easeIn), easeInOut = both(easeIn) } = {},
) =>
  ({
    [`easeIn${curve}`]: easeIn,
    [`easeOut${curve}`]: easeOut,
    [`easeInOut${curve}`]: easeInOut,
  }) as Record<`${Direction}${C}`, Ease>;

const NAMED: Readonly<Record<EasingName, Ease>> = {
  linear: (p) => p,
  hold: () => 0,
  ease: bezier([0.25, 0.1, 0.25, 1]),
  easeIn: bezier([0.42, 0, 1, 1]),
  easeOut: bezier([0, 0, 0.58, 1]),
  easeInOut: bezier([0.42, 0, 0.58, 1]),
  ...forms('Sine', (p) => 1 - Math.cos((p * Math.PI) / 2)),
  ...forms('Quad', power(2)),
  ...forms('Cubic', power(3)),
  ...forms('Quart', power(4)),
  ...forms('Quint', power(5)),
  ...forms('Expo', (p) => 2 ** (10 * p - 10)),
  ...forms('Circ', (p) => 1 - Math.sqrt(1 - p ** 2)),
  ...forms('Back', backIn(OVERSHOOT), { easeInOut: both(backIn(OVERSHOOT * 1.525)) }),
  ...forms('Elastic', elasticIn(0.3), { easeInOut: both(elasticIn(0.45)) }),
  ...forms('Bounce', reversed(bounceOut), { easeOut: bounceOut }),
};
