import type { Clip } from '../../../../clients/typescript/core/types.js';
import { isRecord } from '../../../../domain/codec/json.js';
import { documentValueAt } from '../../../../domain/composition/animation/interpolation.js';
import {
  inRange,
  isCanvasLength,
  type KeyframePoint,
  type Keyframes,
} from '../../../../domain/composition/fields/keyframes.js';
import { RELATIVE_LENGTH } from '../../../../domain/composition/fields/lengths.js';
import { withValueAt } from '../value-at.js';

/** A value of a keyframe: a number, a relative length or a colour. */
export type KeyframeValue = KeyframePoint['value'];

const isPlainTrack = (track: unknown): boolean =>
  isRecord(track) &&
  Array.isArray(track['points']) &&
  track['points'].every(
    (point: unknown) =>
      isRecord(point) && typeof point['time'] === 'number' && !String(point['value']).includes('{{'),
  );

/** Whether the keyframes of a clip have plain values, not placeholders of templates. */
export const arePlain = ({ keyframes = [] }: Clip): boolean =>
  Array.isArray(keyframes) && keyframes.every(isPlainTrack);

/** The keyframes of a clip; none while they have placeholders. */
export const tracksOf = (clip: Clip): ReadonlyArray<Keyframes> =>
  arePlain(clip) ? ((clip.keyframes ?? []) as ReadonlyArray<Keyframes>) : [];

const roundedTo = (decimals: number, value: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;

/** A value rounded as fields show it: px to whole numbers, like dragged values. */
export const shownValue = (property: string, value: KeyframeValue): KeyframeValue => {
  if (typeof value === 'number') return roundedTo(isCanvasLength(property) ? 0 : 3, value);
  const [, amount, unit] = RELATIVE_LENGTH.exec(value) ?? [];
  return amount === undefined ? value : `${roundedTo(2, Number(amount))}${unit}`;
};

/** The value of a track at a time of the clip (ms), as fields show it. Undefined between lengths of different units. */
export const valueOfTrack = (track: Keyframes, time: number): KeyframeValue | undefined => {
  const value = documentValueAt(track, time);
  return value === undefined ? undefined : shownValue(track.property, value);
};

/** The keyframe on the frame of a time, in ms. @param within the duration of a frame, in ms */
export const pointNear = (
  { points }: Pick<Keyframes, 'points'>,
  time: number,
  within: number,
): KeyframePoint | undefined => points.find((point) => Math.abs(point.time - time) < within / 2);

const withTracks = (clip: Clip, tracks: ReadonlyArray<Keyframes>): Clip => {
  const { keyframes: _, ...others } = clip;
  return (tracks.length > 0 ? { ...others, keyframes: tracks } : others) as Clip;
};

const pointsOf = (clip: Clip, property: string): ReadonlyArray<KeyframePoint> =>
  tracksOf(clip).find((track) => track.property === property)?.points ?? [];

/** The clip with these keyframes of a property. Without any, the track is removed. */
const withPoints = (clip: Clip, property: string, points: ReadonlyArray<KeyframePoint>): Clip => {
  const tracks = tracksOf(clip);
  const at = tracks.findIndex((track) => track.property === property);
  const next = at < 0 ? [...tracks, { property, points }] : tracks.with(at, { property, points });
  return withTracks(
    clip,
    next.filter((track) => track.points.length > 0),
  );
};

/** Sets a keyframe of the clip, and replaces one on the same frame. */
export const withPoint = (
  clip: Clip,
  property: string,
  { time, value }: Pick<KeyframePoint, 'time' | 'value'>,
  within: number,
): Clip => {
  const points = pointsOf(clip, property);
  const before = pointNear({ points }, time, within);
  return withPoints(
    clip,
    property,
    before
      ? points.map((point) => (point === before ? { ...point, value } : point))
      : [...points, { time, value }].toSorted((a, b) => a.time - b.time),
  );
};

/** Removes a keyframe. If it is the last one of a property, the property keeps its value. */
export const withoutPoint = (clip: Clip, property: string, time: number, within: number): Clip => {
  const points = pointsOf(clip, property);
  const point = pointNear({ points }, time, within);
  if (!point) return clip;
  const without = withPoints(
    clip,
    property,
    points.filter((one) => one !== point),
  );
  return points.length === 1 ? withValueAt(without, property, point.value) : without;
};

/** Changes the keyframe of one property at a time. */
export const withPointChanged = (
  clip: Clip,
  property: string,
  time: number,
  change: (point: KeyframePoint) => KeyframePoint,
): Clip =>
  withPoints(
    clip,
    property,
    pointsOf(clip, property).map((point) => (point.time === time ? change(point) : point)),
  );

/** The times at which the clip has keyframes, in ms from its start; ascending. */
export const keyframeTimes = (clip: Clip): ReadonlyArray<number> =>
  [...new Set(tracksOf(clip).flatMap(({ points }) => points.map(({ time }) => time)))].toSorted(
    (a, b) => a - b,
  );

/** Moves all keyframes from one time to another, each at most up to its neighbours. */
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
  /** The time in ms, and the difference of the value if it is a number. */
  readonly by: { readonly time: number; readonly value: number };
  /** The durations of the clip and of a frame, in ms. */
  readonly length: number;
  readonly frame: number;
}

/** Moves one keyframe in time and value, between its neighbours, within the clip and the range of its property. */
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
  return withPoints(clip, from.property, from.points.with(index, { ...point, time, value }));
};

type Tracks = NonNullable<Clip['keyframes']>;
export type Side = 'before' | 'after';

/**
 * The keyframes before or after the time `cut`, in ms from the start of the clip, with a keyframe at the cut itself if it
 * is between them.
 */
export const tracksBeside = (tracks: Tracks, cut: number, side: Side): Tracks =>
  tracks.map((track) => {
    const points = track.points as ReadonlyArray<KeyframePoint>;
    const value = documentValueAt({ property: track.property, points }, cut) ?? points[0]?.value ?? 0;
    const parts =
      side === 'before'
        ? [...points.filter(({ time }) => time < cut), { time: cut, value }]
        : [
            ...(points.some(({ time }) => time <= cut) ? [{ time: 0, value }] : []),
            ...points.filter(({ time }) => time > cut).map((point) => ({ ...point, time: point.time - cut })),
          ];
    return { ...track, points: parts } as (typeof tracks)[number];
  });
