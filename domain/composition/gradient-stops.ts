import { parseColor, type Rgba } from './color.js';
import type { Gradient } from './fields/paint.js';

/** A colour at a position of a gradient, 0–1. */
export interface Stop extends Rgba {
  readonly offset: number;
}

/** The number of intervals into which a change of alpha is divided. */
const STEPS = 16;

/**
 * The stops of a gradient, with additional ones where alpha changes: CSS interpolates colours with premultiplied alpha, but
 * SVG and the Canvas 2D API without.
 */
export const gradientStops = ({ stops }: Pick<Gradient, 'stops'>): ReadonlyArray<Stop> => {
  const parsed = stops.map(({ offset, color }) => ({ offset, ...parseColor(color) }));
  return parsed.flatMap((stop, index) => {
    const next = parsed[index + 1];
    if (!next || next.a === stop.a) return [stop];
    return Array.from({ length: STEPS + 1 }, (_, step) => mixed(stop, next, step / STEPS));
  });
};

const mixed = (from: Stop, to: Stop, p: number): Stop => {
  const between = (a: number, b: number): number => a + (b - a) * p;
  const a = between(from.a, to.a);
  // At an end with alpha 0, the colour of the other end continues.
  const [one, other] = [from.a * (1 - p), to.a * p];
  const weight = one + other;
  const channel = (x: number, y: number): number =>
    weight > 0 ? (x * one + y * other) / weight : from.a > 0 ? x : y;
  return {
    offset: between(from.offset, to.offset),
    r: channel(from.r, to.r),
    g: channel(from.g, to.g),
    b: channel(from.b, to.b),
    a,
  };
};
