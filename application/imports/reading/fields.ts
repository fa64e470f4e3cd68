import { isRecord } from '../../../domain/codec/json.js';
import type { DraftClip } from '../draft.js';
import { type JsonObject, present } from './json-object.js';
import type { Reader } from './reader.js';

/** Lists that add up: each value is an item or a list. */
const LISTS: ReadonlySet<string> = new Set(['keyframes', 'effects.filters']);

/** Fields of a clip by their path, such as `effects.opacity`. One that is undefined is absent. */
export type Fields = JsonObject;

type Open = Record<string, unknown>;

/** The object with all these fields; later ones win. */
export const built = (...parts: ReadonlyArray<Fields | undefined | false>): JsonObject => {
  const whole: Open = {};
  for (const [path, value] of parts.flatMap((part) => Object.entries(part || {}))) {
    const items = LISTS.has(path) ? [value].flat().filter((item) => item !== undefined) : undefined;
    if (value === undefined || items?.length === 0) continue;
    const around = path.split('.');
    const last = around.pop() ?? '';
    let holder = whole;
    for (const name of around) {
      const inner: Open = isRecord(holder[name]) ? { ...holder[name] } : {};
      holder[name] = inner;
      holder = inner;
    }
    const before = holder[last];
    if (items) holder[last] = [...((before ?? []) as ReadonlyArray<unknown>), ...items];
    else holder[last] = isRecord(before) && isRecord(value) ? built(before, value) : value;
  }
  return whole;
};

/** How a field is carried over. @returns the fields that it becomes, if it has an effect */
export type FieldRule<C = unknown> = (reader: Reader, name: string, context: C) => Fields | undefined;

/** How each field of a kind of object is carried over. Fields that are not in the table are read elsewhere, or unknown. */
export type FieldTable<C = unknown> = Readonly<Record<string, FieldRule<C>>>;

/** What the fields of an object become by their table. */
export const carriedIn = <C>(reader: Reader, table: FieldTable<C>, context: C): JsonObject =>
  built(...Object.entries(table).map(([name, rule]) => reader.has(name) && rule(reader, name, context)));

export const carried = (reader: Reader, table: FieldTable): JsonObject => carriedIn(reader, table, undefined);

/** A value at a time in ms from the start of a clip. */
export interface TimedValue {
  readonly time: number;
  readonly value: number | string;
  readonly easing?: string | ReadonlyArray<number> | undefined;
}

/** Keyframes of a property: times are made to rise strictly, as the format needs. Undefined without points. */
export const keyframesOf = (property: string, points: ReadonlyArray<TimedValue>): JsonObject | undefined => {
  const rising: Array<TimedValue> = [];
  for (const point of points.toSorted((a, b) => a.time - b.time)) {
    const least = (rising.at(-1)?.time ?? -1) + 1;
    rising.push({ ...point, time: Math.max(0, least, Math.round(point.time)) });
  }
  return rising.length === 0 ? undefined : { property, points: rising.map((point) => present({ ...point })) };
};

/** Keyframes that change a property evenly from the start of a clip until a time, ms. */
export const evenly = (property: string, value: number, end: number, until: number) =>
  keyframesOf(property, [
    { time: 0, value },
    { time: until, value: end },
  ]);

export const rectangle = (size: object, fill: unknown): JsonObject => ({
  type: 'shape',
  size,
  shapeProperties: { shape: 'rectangle', fill },
});

/** A value from -1 to 1 that is added to colours: they are dimmed and stretched, so that nothing is cut off early. */
export const brightened = (by: number): ReadonlyArray<JsonObject> => {
  const factor = 1 + 2 * Math.abs(by);
  const [first, second] = by < 0 ? ['brightness', 'contrast'] : ['contrast', 'brightness'];
  const filters = [
    { type: first, amount: 1 / factor },
    { type: second, amount: factor },
  ];
  return by === 0 ? [] : filters;
};

/** The outline of a rectangle with round corners, as path data, from the top left corner on. All lengths in px. */
export const roundedOutline = (width: number, height: number, corner: number): string => {
  const r = Math.min(corner, width / 2, height / 2);
  const [right, bottom, arc] = [width - r, height - r, `A${r} ${r} 0 0 1 `];
  return `M${r} 0H${right}${arc}${width} ${r}V${bottom}${arc}${right} ${height}H${r}${arc}0 ${bottom}V${r}${arc}${r} 0Z`;
};

/** A fill behind the clips of a scene or a group. */
export const backOf = (path: string, fill: unknown, size: JsonObject): ReadonlyArray<DraftClip> =>
  fill === undefined || fill === 'transparent'
    ? []
    : [{ path, clip: { ...rectangle(size, fill), position: { z: -1000 }, timeFrame: { end: 'video' } } }];
