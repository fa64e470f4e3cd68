import {
  inRange,
  isTextProperty,
  type Keyframes,
  type KeyframePoint,
  type NumericProperty,
  type TextProperty,
} from '../fields/keyframes.js';
import { RELATIVE_LENGTH } from '../fields/lengths.js';
import { mixedColor } from '../color.js';
import { mixedPath } from '../geometry/path-data.js';
import { SAME_INSTANT } from '../timeline.js';
import { ease, progressWithin, rangeOf } from './easing.js';

type Tracks = ReadonlyArray<Keyframes> | undefined;

/** Two neighbouring points, and the eased progress (0–1) from one to the other at a time. */
interface Segment {
  readonly before: KeyframePoint;
  readonly after: KeyframePoint;
  readonly progress: number;
}

const segmentAt = (points: ReadonlyArray<KeyframePoint>, t: number): Segment | undefined => {
  const next = points.findIndex(({ time }) => time > t + SAME_INSTANT);
  const after = points[next < 0 ? points.length - 1 : next];
  const before = points[next < 0 ? points.length - 1 : Math.max(0, next - 1)];
  if (!before || !after) return undefined;
  const fraction = after.time > before.time ? (t - before.time) / (after.time - before.time) : 0;
  return { before, after, progress: ease(after.easing ?? 'linear', fraction) };
};

/**
 * The interpolated value of keyframes at `t` (ms from the start of the clip). Constant before the first point and after
 * the last. Easings may overshoot.
 */
export const numberAt = (points: ReadonlyArray<KeyframePoint>, t: number): number => {
  const segment = segmentAt(points, t);
  const from = Number(segment?.before.value ?? 0);
  const to = Number(segment?.after.value ?? 0);
  return from + (to - from) * (segment?.progress ?? 0);
};

/** The value of a property at `t`: as {@link numberAt}, but limited to the range of the property. */
export const trackValue = ({ property, points }: Keyframes, t: number): number =>
  inRange(property, numberAt(points, t));

/** The greatest value of keyframes at any time, including overshoots. */
export const greatestValue = ({ property, points }: Keyframes): number =>
  points.reduce((greatest, { value, easing = 'linear' }, index) => {
    const [from, to] = [Number(points[index - 1]?.value ?? value), Number(value)];
    const { least, most } = rangeOf(easing);
    const reached = [least, most].map((p) => inRange(property, from + (to - from) * p));
    return Math.max(greatest, ...reached);
  }, -Infinity);

/** The least and the greatest of some values. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

export const rangeAmong = (values: ReadonlyArray<number>): Range => ({
  least: Math.min(...values),
  most: Math.max(...values),
});

/** Bounds of the values of keyframes at the times `from` ≤ t ≤ `to`. They may be somewhat wider than the exact range. */
export const valuesWithin = ({ property, points }: Keyframes, from: number, to: number): Range => {
  const values = [numberAt(points, from), numberAt(points, to)];
  for (const [index, { time, value, easing = 'linear' }] of points.entries()) {
    const before = points[index - 1];
    if (!before || time < from - SAME_INSTANT || before.time > to + SAME_INSTANT) continue;
    const [start, change] = [Number(before.value), Number(value) - Number(before.value)];
    const fractionAt = (t: number): number => (t - before.time) / Math.max(SAME_INSTANT, time - before.time);
    const { least, most } = progressWithin(easing, fractionAt(from), fractionAt(to));
    values.push(start + change * least, start + change * most);
    if (time <= to + SAME_INSTANT) values.push(Number(value));
    if (before.time >= from - SAME_INSTANT) values.push(start);
  }
  return rangeAmong(values.map((value) => inRange(property, value)));
};

/** Whether keyframes certainly have a constant value at all times `from` ≤ t ≤ `to`. */
export const isSteady = (track: Keyframes, from: number, to: number): boolean => {
  if (!isTextProperty(track.property)) {
    const { least, most } = valuesWithin(track, from, to);
    return least === most;
  }
  const { points } = track;
  if (points.some(({ time }) => from - SAME_INSTANT <= time && time <= to + SAME_INSTANT)) return from === to;
  const after = points.findIndex(({ time }) => time > to);
  const [before, next] = [points[after - 1], points[after]];
  if (!before || !next) return true;
  const fractionAt = (t: number): number => (t - before.time) / (next.time - before.time);
  const { least, most } = progressWithin(next.easing ?? 'linear', fractionAt(from), fractionAt(to));
  const textOf = (p: number): string => mixed(track.property, before, next, p);
  return textOf(least) === textOf(most);
};

const mixed = (property: string, from: KeyframePoint, to: KeyframePoint, p: number): string =>
  (property === 'shapeProperties.path' ? mixedPath : mixedColor)(String(from.value), String(to.value), p);

/** The colour or the path data of a property at `t`, interpolated as in {@link numberAt}; undefined without keyframes. */
export const textAt = (tracks: Tracks, property: TextProperty, t: number): string | undefined => {
  const segment = segmentAt(pointsOf(tracks, property) ?? [], t);
  return segment && mixed(property, segment.before, segment.after, segment.progress);
};

/**
 * The value of keyframes at `t` in the form of a document: a colour, a number, or a relative length. Undefined between
 * lengths of different units.
 */
export const documentValueAt = (track: Keyframes, t: number): number | string | undefined => {
  const { property, points } = track;
  if (isTextProperty(property)) return textAt([track], property as TextProperty, t);
  const segment = segmentAt(points, t);
  const [unit, nextUnit] = [segment?.before, segment?.after].map((point) => unitOf(point?.value));
  if (unit !== nextUnit) return undefined;
  const numbers = points.map((point) => ({ ...point, value: Number.parseFloat(String(point.value)) }));
  return unit === ''
    ? trackValue({ property, points: numbers }, t)
    : `${rounded(numberAt(numbers, t))}${unit}`;
};

const unitOf = (value: number | string | undefined): string =>
  typeof value === 'string' ? (RELATIVE_LENGTH.exec(value)?.[2] ?? '') : '';

/** Relative lengths have at most six decimals. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The keyframes of a property, if the clip has any. */
export const pointsOf = (
  tracks: Tracks,
  property: NumericProperty | TextProperty,
): ReadonlyArray<KeyframePoint> | undefined => tracks?.find((track) => track.property === property)?.points;

/** The value of a property at `t`: from its keyframes, or `fallback` if it has none. */
export const animated = (tracks: Tracks, property: NumericProperty, t: number, fallback: number): number => {
  const points = pointsOf(tracks, property);
  return points ? trackValue({ property, points }, t) : fallback;
};
