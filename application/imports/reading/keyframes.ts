import { type JsonObject, present } from './json-object.js';

/** A value at a time in ms from the start of a clip. */
export interface Point {
  readonly time: number;
  readonly value: number | string;
  readonly easing?: string | ReadonlyArray<number> | undefined;
}

/** Keyframes of a property: times are made to rise strictly, as the format needs. Undefined without points. */
export const keyframesOf = (property: string, points: ReadonlyArray<Point>): JsonObject | undefined => {
  const rising: Array<Point> = [];
  for (const point of points.toSorted((a, b) => a.time - b.time)) {
    const least = (rising.at(-1)?.time ?? -1) + 1;
    rising.push({ ...point, time: Math.max(0, least, Math.round(point.time)) });
  }
  return rising.length === 0 ? undefined : { property, points: rising.map((point) => present({ ...point })) };
};
