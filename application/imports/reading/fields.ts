import { isRecord } from '../../../domain/codec/json.js';
import type { JsonObject } from './json-object.js';
import type { Reader } from './reader.js';

/** Lists that add up: each value is an item or a list. */
const LISTS: ReadonlySet<string> = new Set(['keyframes', 'effects.filters']);

/** Fields of a clip by their path, such as `effects.opacity`. One that is undefined is absent. */
export type Fields = JsonObject;

type Open = Record<string, unknown>;

const merged = (before: unknown, value: unknown): unknown =>
  isRecord(before) && isRecord(value) ? built(before, value) : value;

/** The object with all these fields; later ones win. */
export const built = (...parts: ReadonlyArray<Fields | undefined>): JsonObject => {
  const whole: Open = {};
  for (const [path, value] of parts.flatMap((part) => Object.entries(part ?? {}))) {
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
    holder[last] = items
      ? [...((holder[last] ?? []) as ReadonlyArray<unknown>), ...items]
      : merged(holder[last], value);
  }
  return whole;
};

/** How a field is carried over. @returns the fields that it becomes, if it has an effect */
export type Rule<C = unknown> = (reader: Reader, name: string, context: C) => Fields | undefined;

/** How each field of a kind of object is carried over. Fields that are not in the table are read elsewhere, or unknown. */
export type FieldTable<C = unknown> = Readonly<Record<string, Rule<C>>>;

/** What the fields of an object become by their table. */
export const carried = <C>(reader: Reader, table: FieldTable<C>, context: C): JsonObject =>
  built(
    ...Object.entries(table).map(([name, rule]) =>
      reader.has(name) ? rule(reader, name, context) : undefined,
    ),
  );
