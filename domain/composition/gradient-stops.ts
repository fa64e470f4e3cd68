import { parseColor, type Rgba } from './color.js';
import type { Gradient } from './format/paint.js';

/** A colour at a position of a gradient, 0–1. */
export interface Stop extends Rgba {
  readonly offset: number;
}

/** The number of stops that replace a change of alpha. */
const STEPS = 16;

/**
 * The stops of a gradient, with more of them where alpha changes: CSS interpolates colours with premultiplied alpha, SVG
 * and the Canvas 2D API without.
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
  // At an end with alpha 0, the colour of the other end continues.
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
