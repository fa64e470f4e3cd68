import type { Clip } from '../../../../clients/typescript/core/types.js';
import { isRecord } from '../../../../domain/codec/json.js';
import { writtenValueAt } from '../../../../domain/composition/animation/interpolation.js';
import {
  inRange,
  isCanvasLength,
  type KeyframePoint,
  type Keyframes,
} from '../../../../domain/composition/format/keyframes.js';
import { RELATIVE_LENGTH } from '../../../../domain/composition/format/lengths.js';

/** A value of a keyframe: a number, a relative length or a colour. */
export type KeyframeValue = KeyframePoint['value'];

const isPlainTrack = (track: unknown): boolean =>
  isRecord(track) &&
  Array.isArray(track['points']) &&
  track['points'].every(
    (point: unknown) =>
      isRecord(point) && typeof point['time'] === 'number' && !String(point['value']).includes('{{'),
  );

/** Whether the keyframes of a clip have values: those of templates may have placeholders. */
export const arePlain = ({ keyframes = [] }: Clip): boolean =>
  Array.isArray(keyframes) && keyframes.every(isPlainTrack);

/** The keyframes of a clip; none while they have placeholders. */
export const tracksOf = (clip: Clip): ReadonlyArray<Keyframes> =>
  arePlain(clip) ? ((clip.keyframes ?? []) as ReadonlyArray<Keyframes>) : [];

const keysOf = (property: string): ReadonlyArray<string> => property.match(/[^.[\]]+/g) ?? [];

/** What an object has at a path. */
export const valueAtPath = (whole: unknown, property: string): unknown =>
  keysOf(property).reduce<unknown>(
    (value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key],
    whole,
  );

const withKeys = (whole: unknown, [key, ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(whole)) return whole.with(Number(key), withKeys(whole[Number(key)], rest, value));
  const fields = isRecord(whole) ? whole : {};
  const inner = withKeys(fields[key], rest, value);
  const { [key]: _, ...others } = fields;
  if (inner !== undefined) return { ...fields, [key]: inner };
  return Object.keys(others).length > 0 ? others : undefined;
};

/** The clip with another value at a path; undefined removes it, and objects that are empty then. */
export const withValueAtPath = (clip: Clip, property: string, value: unknown): Clip =>
  withKeys(clip, keysOf(property), value) as Clip;

const roundedTo = (decimals: number, value: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;

/** A value as fields show it: px are whole, as those that are dragged. */
export const shownValue = (property: string, value: KeyframeValue): KeyframeValue => {
  if (typeof value === 'number') return roundedTo(isCanvasLength(property) ? 0 : 3, value);
  const [, amount, unit] = RELATIVE_LENGTH.exec(value) ?? [];
  return amount === undefined ? value : `${roundedTo(2, Number(amount))}${unit}`;
};

/** The value of a track at a time of the clip (ms), as fields show it. Undefined between lengths of different units. */
export const valueOfTrack = (track: Keyframes, time: number): KeyframeValue | undefined => {
  const value = writtenValueAt(track, time);
  return value === undefined ? undefined : shownValue(track.property, value);
};

/** The keyframe at a time, ms. @param within the length of a frame, ms: what is shown together is one instant */
export const pointNear = (
  { points }: Pick<Keyframes, 'points'>,
  time: number,
  within: number,
): KeyframePoint | undefined => points.find((point) => Math.abs(point.time - time) < within / 2);

const withTracks = (clip: Clip, tracks: ReadonlyArray<Keyframes>): Clip => {
  const { keyframes: _, ...others } = clip;
  return (tracks.length > 0 ? { ...others, keyframes: tracks } : others) as Clip;
};

/** Sets keyframes of the clip, each in place of those at the same instant. */
export const withPoint = (
  clip: Clip,
  property: string,
  { time, value }: Pick<KeyframePoint, 'time' | 'value'>,
  within: number,
): Clip => {
  const tracks = tracksOf(clip);
  const track = tracks.find((one) => one.property === property);
  if (!track) return withTracks(clip, [...tracks, { property, points: [{ time, value }] }]);
  const before = pointNear(track, time, within);
  const points = before
    ? track.points.map((point) => (point === before ? { ...point, value } : point))
    : [...track.points, { time, value }].toSorted((a, b) => a.time - b.time);
  return withTracks(
    clip,
    tracks.map((one) => (one === track ? { ...one, points } : one)),
  );
};

/** Removes a keyframe. With the last of a property, the property keeps its value. */
export const withoutPoint = (clip: Clip, property: string, time: number, within: number): Clip => {
  const tracks = tracksOf(clip);
  const track = tracks.find((one) => one.property === property);
  const point = track && pointNear(track, time, within);
  if (!track || !point) return clip;
  const points = track.points.filter((one) => one !== point);
  const others = tracks.filter((one) => one !== track);
  return points.length === 0
    ? withValueAtPath(withTracks(clip, others), property, point.value)
    : withTracks(
        clip,
        tracks.map((one) => (one === track ? { ...one, points } : one)),
      );
};

/** Changes the keyframe of one property at a time. */
export const withPointChanged = (
  clip: Clip,
  property: string,
  time: number,
  change: (point: KeyframePoint) => KeyframePoint,
): Clip =>
  withTracks(
    clip,
    tracksOf(clip).map((track) =>
      track.property === property
        ? { ...track, points: track.points.map((point) => (point.time === time ? change(point) : point)) }
        : track,
    ),
  );

/** The instants at which the clip has keyframes, ms from its start. */
export const keyframeTimes = (clip: Clip): ReadonlyArray<number> =>
  [...new Set(tracksOf(clip).flatMap(({ points }) => points.map(({ time }) => time)))].toSorted(
    (a, b) => a - b,
  );

/** Moves all keyframes of an instant to another, between the neighbours of each. */
export const withTimeMoved = (clip: Clip, from: number, to: number): Clip =>
  withTracks(
    clip,
    tracksOf(clip).map((track) => {
      const at = track.points.findIndex(({ time }) => time === from);
      const point = track.points[at];
      if (!point) return track;
      const [least, most] = [
        (track.points[at - 1]?.time ?? -1) + 1,
        (track.points[at + 1]?.time ?? Infinity) - 1,
      ];
      return {
        ...track,
        points: track.points.with(at, { ...point, time: Math.min(most, Math.max(least, to)) }),
      };
    }),
  );

interface PointMove {
  /** The track before the keyframe was dragged. */
  readonly from: Keyframes;
  readonly index: number;
  /** ms, and the value if it is a number. */
  readonly by: { readonly time: number; readonly value: number };
  /** The length of the clip and of a frame, ms. */
  readonly length: number;
  readonly frame: number;
}

/** Moves one keyframe in time and value: between its neighbours, within the clip and the range of its property. */
export const withPointMoved = (clip: Clip, { from, index, by, length, frame }: PointMove): Clip => {
  const point = from.points[index];
  if (!point) return clip;
  const least = (from.points[index - 1]?.time ?? -frame) + frame;
  const most = (from.points[index + 1]?.time ?? length + frame) - frame;
  const value =
    typeof point.value === 'number'
      ? shownValue(from.property, inRange(from.property, point.value + by.value))
      : point.value;
  const time = Math.round(Math.min(most, Math.max(least, point.time + by.time)));
  const points = from.points.with(index, { ...point, time, value });
  return withTracks(
    clip,
    tracksOf(clip).map((one) => (one.property === from.property ? { ...one, points } : one)),
  );
};
