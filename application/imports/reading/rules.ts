import { carriedIn, type FieldTable, type FieldRule } from './fields.js';
import { CASES } from './json-object.js';
import type { Reader } from './reader.js';

export { each } from './json-object.js';

// How fields are carried over: `size: rule.number('fontSize')`.

/** Exact: a value that is read in one way. */
export const to =
  <C>(path: string, read: (reader: Reader, name: string, context: C) => unknown): FieldRule<C> =>
  (reader, name, context) => ({ [path]: read(reader, name, context) });

/** A number, limited to a range, times a factor. */
export const number = (path: string, minimum = -Infinity, maximum = Infinity, factor = 1): FieldRule =>
  to(path, (reader, name) => {
    const value = reader.number(name, minimum, maximum);
    return value === undefined ? undefined : value * factor;
  });

/** A number. A zero is left out, because it has no effect. */
export const positive = (path: string): FieldRule =>
  to(path, (reader, name) => reader.number(name) || undefined);

/** A time in ms. A zero is left out, because it has no effect. */
export const time = (path: string): FieldRule => to(path, (reader, name) => reader.time(name) || undefined);

/** What a field that is true stands for. */
export const flag = (path: string, value: unknown = true): FieldRule =>
  to(path, (reader, name) => (reader.flag(name) === true ? value : undefined));

export const color = (path: string): FieldRule => to(path, (reader, name) => reader.color(name));

/** A colour with the opacity beside it. */
export const opaque = (path: string): FieldRule => to(path, (reader, name) => reader.opaque(name));

/** The fields of a family of fonts. One that the service does not have is noted. */
export const family: FieldRule = (reader, name) =>
  reader.shared.fonts.fields(reader.text(name), (message, kind) => reader.differs(name, message, kind));

/** What a table has for a text. */
export const choice = (path: string, choices: Readonly<Record<string, unknown>>): FieldRule =>
  to(path, (reader, name) => reader.choice(name, choices));

/** Capital or small letters. */
export const textCase = choice('textTransform', CASES);

/** Leaves the field out, and notes it. @param because what a person misses */
export const left =
  (because: string): FieldRule =>
  (reader, name) =>
    reader.lacks(because, name);

/** A field that changes neither the picture nor the sound. */
export const unseen: FieldRule = (reader, name) => reader.ignore(name);

/** A field that only has an effect beside another one. */
export const beside =
  <C>(other: string, rule: FieldRule<C>): FieldRule<C> =>
  (reader, name, context) =>
    reader.has(other)
      ? rule(reader, name, context)
      : reader.differs(name, `has no effect without ${other}`, 'unseen');

/** The fields of an object inside. */
export const inside =
  <C>(table: FieldTable<C>): FieldRule<C> =>
  (reader, name, context) =>
    carriedIn(reader.child(name), table, context);

/**
 * A colour that becomes transparent.
 * @param near the field of how near to it a colour must be
 * @param soft the field of the further distance over which colours fade, if there is one
 * @param most the largest value of both
 * @param factor from their values to ours
 */
export const keyed = (near: string, soft?: string, most = 100, factor = 0.01): FieldRule =>
  inside({
    color: color('effects.chromaKey.color'),
    [near]: number('effects.chromaKey.similarity', 0, most, factor),
    ...(soft !== undefined && { [soft]: number('effects.chromaKey.blend', 0, most, factor) }),
  });
