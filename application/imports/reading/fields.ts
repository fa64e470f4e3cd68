import { isRecord } from '../../../domain/codec/json.js';
import { colorIn } from './colors.js';
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

/** Exact: a value that is read in one way. */
export const to =
  <C>(path: string, read: (reader: Reader, name: string, context: C) => unknown): Rule<C> =>
  (reader, name, context) => ({ [path]: read(reader, name, context) });

/** A number, limited to a range, times a factor. */
export const number = (path: string, minimum = -Infinity, maximum = Infinity, factor = 1): Rule =>
  to(path, (reader, name) => {
    const value = reader.number(name, minimum, maximum);
    return value === undefined ? undefined : value * factor;
  });

/** A number of which 0 is the same as none. */
export const positive = (path: string): Rule => to(path, (reader, name) => reader.number(name) || undefined);

/** A time in ms, of which 0 is the same as none. */
export const time = (path: string): Rule => to(path, (reader, name) => reader.time(name) || undefined);

/** What a field that is true stands for. */
export const flag = (path: string, value: unknown = true): Rule =>
  to(path, (reader, name) => (reader.flag(name) === true ? value : undefined));

export const color = (path: string): Rule => to(path, (reader, name) => colorIn(reader, name));

/** What a table has for a text. */
export const choice = (path: string, choices: Readonly<Record<string, unknown>>): Rule =>
  to(path, (reader, name) => reader.choice(name, choices));

/** Near: carried over with a difference. */
export const near =
  <C>(because: string, rule: Rule<C>): Rule<C> =>
  (reader, name, context) => {
    reader.differs(name, because);
    return rule(reader, name, context);
  };

/** Left out. @param because what a person misses */
export const left =
  (because: string): Rule =>
  (reader, name) => {
    reader.lacks(because, name);
    return undefined;
  };

/** A field that changes neither the picture nor the sound. */
export const unseen: Rule = (reader, name) => {
  reader.ignore(name);
  return undefined;
};

/** A field that only has an effect beside another one. */
export const beside =
  <C>(other: string, rule: Rule<C>): Rule<C> =>
  (reader, name, context) =>
    reader.has(other)
      ? rule(reader, name, context)
      : left(`it has no effect without ${other}`)(reader, name, context);

/** The same rule for several fields. */
export const each = <C>(names: string, rule: Rule<C>): FieldTable<C> =>
  Object.fromEntries(names.split(' ').map((name) => [name, rule]));

/** The fields of an object inside. */
export const inside =
  <C>(table: FieldTable<C>): Rule<C> =>
  (reader, name, context) =>
    carried(reader.child(name), table, context);
