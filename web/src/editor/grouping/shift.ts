import type { Clip } from '../../../../clients/typescript/core/types.js';

/** A shift in time, in ms, and on the canvas, in px. */
interface Shift {
  readonly ms: number;
  readonly x: number;
  readonly y: number;
}

type Length = number | string;

const plus = (length: Length, by: number): Length => (typeof length === 'number' ? length + by : length);

/** Shifts a time frame. A clip that starts after another clip still does. */
export const later = (
  { start = 0, end, after, gap, ...times }: Clip['timeFrame'],
  ms: number,
): Clip['timeFrame'] => ({
  ...times,
  ...(after === undefined ? { start: start + ms } : { after, ...(gap === undefined ? {} : { gap }) }),
  ...(end === undefined ? {} : { end: typeof end === 'number' ? end + ms : end }),
});

/** Shifts a clip in time and position, with its keyframes. Relative lengths do not change. */
export const withShift = (clip: Clip, { ms, x, y }: Shift): Clip => {
  const timeFrame = later(clip.timeFrame, ms);
  if (clip.type === 'audio') return { ...clip, timeFrame };
  const by: Readonly<Record<string, number>> = { 'position.x': x, 'position.y': y };
  const { x: left = 0, y: top = 0, ...position } = clip.position ?? {};
  const keyframes = clip.keyframes?.map(({ property, points }) => ({
    property,
    points: points.map((point) => ({ ...point, value: plus(point.value, by[property] ?? 0) })),
  }));
  return {
    ...clip,
    timeFrame,
    position: { ...position, x: plus(left, x), y: plus(top, y) },
    ...(keyframes ? { keyframes } : {}),
  };
};
