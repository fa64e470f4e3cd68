import { inRange, type Keyframes, type KeyframePoint, type NumericProperty } from '../format/keyframes.js';
import { RELATIVE_LENGTH } from '../format/lengths.js';
import { mixedColor } from '../color.js';
import { SAME_INSTANT } from '../timeline.js';
import { ease, progressWithin, rangeOf } from './easing.js';

type Tracks = ReadonlyArray<Keyframes> | undefined;

/** Two neighbouring points, and how far a time lies between them. */
interface Segment {
  readonly before: KeyframePoint;
  readonly after: KeyframePoint;
  readonly share: number;
}

const segmentAt = (points: ReadonlyArray<KeyframePoint>, t: number): Segment | undefined => {
  const next = points.findIndex(({ time }) => time > t + SAME_INSTANT);
  const after = points[next < 0 ? points.length - 1 : next];
  const before = points[next < 0 ? points.length - 1 : Math.max(0, next - 1)];
  if (!before || !after) return undefined;
  const share = after.time > before.time ? (t - before.time) / (after.time - before.time) : 0;
  return { before, after, share: ease(after.easing ?? 'linear', share) };
};

/**
 * The interpolated value of keyframes at `t` (ms from the start of the clip). Held before the first point and after the
 * last. Easings may overshoot.
 */
export const numberAt = (points: ReadonlyArray<KeyframePoint>, t: number): number => {
  const segment = segmentAt(points, t);
  const from = Number(segment?.before.value ?? 0);
  const to = Number(segment?.after.value ?? 0);
  return from + (to - from) * (segment?.share ?? 0);
};

/** The value of a property at `t`: as {@link numberAt}, but in the range of the property where an easing overshoots. */
export const trackValue = ({ property, points }: Keyframes, t: number): number =>
  inRange(property, numberAt(points, t));

/** The greatest value that keyframes give at any time, also where an easing overshoots. */
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

/** The values that keyframes give at the times `from` ≤ t ≤ `to`, or somewhat more than these. */
export const valuesWithin = ({ property, points }: Keyframes, from: number, to: number): Range => {
  const values = [numberAt(points, from), numberAt(points, to)];
  for (const [index, { time, value, easing = 'linear' }] of points.entries()) {
    const before = points[index - 1];
    if (!before || time < from - SAME_INSTANT || before.time > to + SAME_INSTANT) continue;
    const [start, change] = [Number(before.value), Number(value) - Number(before.value)];
    const shareAt = (t: number): number => (t - before.time) / Math.max(SAME_INSTANT, time - before.time);
    const { least, most } = progressWithin(easing, shareAt(from), shareAt(to));
    values.push(start + change * least, start + change * most);
    if (time <= to + SAME_INSTANT) values.push(Number(value));
    if (before.time >= from - SAME_INSTANT) values.push(start);
  }
  return rangeAmong(values.map((value) => inRange(property, value)));
};

/** Whether keyframes are known to give one value at all times `from` ≤ t ≤ `to`. */
export const isSteady = (track: Keyframes, from: number, to: number): boolean => {
  if (track.property !== 'textProperties.color') {
    const { least, most } = valuesWithin(track, from, to);
    return least === most;
  }
  const { points } = track;
  if (points.some(({ time }) => from - SAME_INSTANT <= time && time <= to + SAME_INSTANT)) return from === to;
  const after = points.findIndex(({ time }) => time > to);
  const [before, next] = [points[after - 1], points[after]];
  if (!before || !next) return true;
  const shareAt = (t: number): number => (t - before.time) / (next.time - before.time);
  const { least, most } = progressWithin(next.easing ?? 'linear', shareAt(from), shareAt(to));
  const colorOf = (share: number): string => mixedColor(String(before.value), String(next.value), share);
  return colorOf(least) === colorOf(most);
};

/** The color that keyframes give at `t`, interpolated as {@link numberAt} does. */
export const colorAt = (points: ReadonlyArray<KeyframePoint>, t: number): string => {
  const segment = segmentAt(points, t);
  const color = (point: KeyframePoint | undefined): string => String(point?.value ?? '#000000');
  return mixedColor(color(segment?.before), color(segment?.after), segment?.share ?? 0);
};

/**
 * The value of keyframes at `t` as a document has it: a colour, a number, or a relative length. Undefined between
 * lengths of different units.
 */
export const writtenValueAt = (track: Keyframes, t: number): number | string | undefined => {
  const { property, points } = track;
  if (property === 'textProperties.color') return colorAt(points, t);
  const segment = segmentAt(points, t);
  const [from, to] = [segment?.before, segment?.after].map((point) => unitOf(point?.value));
  if (from !== to) return undefined;
  const numbers = points.map((point) => ({ ...point, value: Number.parseFloat(String(point.value)) }));
  return from === ''
    ? trackValue({ property, points: numbers }, t)
    : `${rounded(numberAt(numbers, t))}${from}`;
};

const unitOf = (value: number | string | undefined): string =>
  typeof value === 'string' ? (RELATIVE_LENGTH.exec(value)?.[2] ?? '') : '';

/** Relative lengths have at most six decimals. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The keyframes of a property, if the clip has any. */
export const pointsOf = (
  tracks: Tracks,
  property: NumericProperty,
): ReadonlyArray<KeyframePoint> | undefined => tracks?.find((track) => track.property === property)?.points;

/** The value of a property at `t`: from its keyframes, or `otherwise` if it has none. */
export const animated = (tracks: Tracks, property: NumericProperty, t: number, otherwise: number): number => {
  const points = pointsOf(tracks, property);
  return points ? trackValue({ property, points }, t) : otherwise;
};
