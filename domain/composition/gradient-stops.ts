import { parseColor, type Rgba } from './color.js';
import type { Gradient } from './format/paint.js';

/** A colour at a place of a gradient, 0 to 1. */
export interface Stop extends Rgba {
  readonly offset: number;
}

/** How many steps stand for a passage between two alphas. */
const STEPS = 16;

/**
 * The stops of a gradient; where alpha changes with more between: CSS mixes colours with alpha multiplied in, SVG and
 * the Canvas 2D API without.
 */
export const stopsOf = ({ stops }: Pick<Gradient, 'stops'>): ReadonlyArray<Stop> => {
  const parsed = stops.map(({ offset, color }) => ({ offset, ...parseColor(color) }));
  return parsed.flatMap((stop, index) => {
    const next = parsed[index + 1];
    if (!next || next.a === stop.a) return [stop];
    return Array.from({ length: STEPS + 1 }, (_, step) => mixed(stop, next, step / STEPS));
  });
};

const mixed = (from: Stop, to: Stop, share: number): Stop => {
  const between = (a: number, b: number): number => a + (b - a) * share;
  const a = between(from.a, to.a);
  // At an end without alpha the colour of the other end goes on.
  const [one, other] = [from.a * (1 - share), to.a * share];
  const weight = one + other;
  const channel = (p: number, q: number): number =>
    weight > 0 ? (p * one + q * other) / weight : from.a > 0 ? p : q;
  return {
    offset: between(from.offset, to.offset),
    r: channel(from.r, to.r),
    g: channel(from.g, to.g),
    b: channel(from.b, to.b),
    a,
  };
};
