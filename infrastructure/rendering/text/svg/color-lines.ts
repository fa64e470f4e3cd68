import type { CanvasGradient } from '@napi-rs/canvas';
import * as hb from 'harfbuzzjs';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A circle of a radial gradient, in font units. */
export interface Circle extends Point {
  readonly r: number;
}

/** Offsets of a colour line, from the first to the last. */
export type Offsets = readonly [from: number, to: number];

const ALL: Offsets = [-Infinity, Infinity];

type Stop = Pick<hb.ColorStop, 'offset' | 'color'>;

export const cssColor = ({ red, green, blue, alpha }: hb.Color): string =>
  `rgba(${red},${green},${blue},${alpha / 255})`;

/** Bounds the stops of a gradient, however often the colours of its line repeat. */
const MOST_STOPS = 10_000;

/** The stops of a line by offset, with the colours that repeat between `from` and `to`. */
const repeatedStops = ({ colorStops, extend }: hb.ColorLine, [from, to]: Offsets): ReadonlyArray<Stop> => {
  const stops = colorStops.toSorted((a, b) => a.offset - b.offset);
  const [first, last] = [stops[0]?.offset ?? 0, stops.at(-1)?.offset ?? 0];
  const length = last - first;
  if (extend === hb.PaintExtend.PAD || length <= 0) return stops;
  const start = Math.floor((from - first) / length);
  const most = Math.max(1, Math.floor(MOST_STOPS / stops.length));
  const count = Math.min(most, Math.max(1, Math.ceil((to - first) / length) - start));
  const mirrored = stops.toReversed().map(({ offset, color }) => ({ offset: first + last - offset, color }));
  return Array.from({ length: count }, (_, index) => start + index).flatMap((period) => {
    const own = extend === hb.PaintExtend.REFLECT && period % 2 !== 0 ? mirrored : stops;
    return own.map(({ offset, color }) => ({ offset: offset + period * length, color }));
  });
};

const mixed = (a: Stop, b: Stop, offset: number): Stop => {
  const share = (offset - a.offset) / (b.offset - a.offset);
  const channel = (name: keyof hb.Color): number =>
    Math.round(a.color[name] + (b.color[name] - a.color[name]) * share);
  const [red, green, blue, alpha] = [channel('red'), channel('green'), channel('blue'), channel('alpha')];
  return { offset, color: { red, green, blue, alpha } };
};

/**
 * The stops of a line within `bounds`, with the colours at both ends; its colours repeat where they are seen. Outside the
 * stops, the outermost colours go on.
 */
const stopsWithin = (line: hb.ColorLine, seen: Offsets, bounds: Offsets): ReadonlyArray<Stop> => {
  const stops = repeatedStops(line, seen);
  const edge = (at: number): ReadonlyArray<Stop> => {
    const after = stops.findIndex(({ offset }) => offset > at);
    const [a, b] = [stops[after - 1], stops[after]];
    return a && b && a.offset < at ? [mixed(a, b, at)] : [];
  };
  const [from, to] = bounds;
  const within = stops.filter(({ offset }) => offset >= from && offset <= to);
  const all = [...edge(from), ...within, ...edge(to)];
  if (all.length > 0) return all;
  const outermost = (stops[0]?.offset ?? 0) > to ? stops[0] : stops.at(-1);
  return outermost ? [{ ...outermost, offset: Math.min(to, Math.max(from, outermost.offset)) }] : [];
};

/**
 * A gradient along a colour line, whose offsets may be any numbers.
 * @param make the gradient between two offsets
 * @param bounds the offsets that it can have
 */
export const gradientAlong = (
  line: hb.ColorLine,
  seen: Offsets,
  make: (from: number, to: number) => CanvasGradient,
  bounds = ALL,
): CanvasGradient => {
  const stops = stopsWithin(line, seen, bounds);
  const from = stops[0]?.offset ?? 0;
  const to = Math.max(stops.at(-1)?.offset ?? 1, from + 1e-6);
  const gradient = make(from, to);
  for (const { offset, color } of stops)
    gradient.addColorStop(Math.min(1, (offset - from) / (to - from)), cssColor(color));
  return gradient;
};

const FULL_TURN = 2 * Math.PI;

/** A gradient around a point, from one angle to another, in radians; it fills the full turn from 0. */
export const gradientAround = (
  line: hb.ColorLine,
  [from, to]: readonly [number, number],
  make: () => CanvasGradient,
): CanvasGradient => {
  const ends = [0, FULL_TURN].map((angle) => (angle - from) / (to - from || Number.EPSILON));
  const turn: Offsets = [Math.min(...ends), Math.max(...ends)];
  const stops = stopsWithin(line, turn, turn);
  const gradient = make();
  for (const { offset, color } of to < from ? stops.toReversed() : stops) {
    const turned = (from + (to - from) * offset) / FULL_TURN;
    gradient.addColorStop(Math.min(1, Math.max(0, turned)), cssColor(color));
  }
  return gradient;
};

/**
 * The axis of a linear gradient from `start` to `end` whose colours run parallel to the line from `start` to `third`
 * (OpenType, COLR, PaintLinearGradient): its points by offset.
 */
export const linearAxis = (start: Point, end: Point, third: Point): ((offset: number) => Point) => {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const normal = { x: third.y - start.y, y: start.x - third.x };
  const square = normal.x ** 2 + normal.y ** 2;
  const share = square === 0 ? 0 : (dx * normal.x + dy * normal.y) / square;
  const way = square === 0 ? { x: dx, y: dy } : { x: normal.x * share, y: normal.y * share };
  return (offset) => ({ x: start.x + way.x * offset, y: start.y + way.y * offset });
};

/** The offsets of an axis that an area with these corners sees. */
export const seenOfAxis = (axis: (offset: number) => Point, corners: ReadonlyArray<Point>): Offsets => {
  const [start, end] = [axis(0), axis(1)];
  const way = { x: end.x - start.x, y: end.y - start.y };
  const square = way.x ** 2 + way.y ** 2;
  if (square === 0) return [0, 1];
  const offsets = corners.map(({ x, y }) => ((x - start.x) * way.x + (y - start.y) * way.y) / square);
  return [Math.min(...offsets), Math.max(...offsets)];
};

/** The offsets of the circles from `a` to `b` whose radius is not negative. */
export const boundsOfCircles = (a: Circle, b: Circle): Offsets => {
  const growth = b.r - a.r;
  if (growth === 0) return ALL;
  return growth > 0 ? [-a.r / growth, Infinity] : [-Infinity, -a.r / growth];
};

/**
 * The offsets of the circles from `a` to `b` that touch an area with these corners: a circle that is larger, smaller or
 * farther away than the distance of the farthest corner allows does not.
 */
export const seenOfCircles = (a: Circle, b: Circle, corners: ReadonlyArray<Point>): Offsets => {
  const farthest = Math.max(...corners.map(({ x, y }) => Math.hypot(x - a.x, y - a.y)));
  const [distance, growth] = [Math.hypot(b.x - a.x, b.y - a.y), b.r - a.r];
  const isNested = Math.abs(growth) > distance;
  const reach = (direction: number): number => {
    const speed = isNested ? Math.abs(growth) - distance : distance - direction * growth;
    const room = isNested ? Math.max(0, farthest - a.r) : farthest + a.r;
    return speed === 0 ? MOST_STOPS : Math.min(MOST_STOPS, room / speed);
  };
  const [lowest, highest] = boundsOfCircles(a, b);
  const within = (offset: number): number => Math.min(MOST_STOPS, Math.max(-MOST_STOPS, offset));
  return isNested
    ? [growth > 0 ? within(lowest) : -reach(-1), growth > 0 ? reach(1) : within(highest)]
    : [Math.max(lowest, -reach(-1)), Math.min(highest, reach(1))];
};
