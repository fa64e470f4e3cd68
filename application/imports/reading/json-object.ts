export type { Canvas } from '../../../domain/composition/composition.js';

/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Values by name, for names from outside: a name such as `constructor` finds nothing. */
export const table = <A>(entries: Readonly<Record<string, A>>): Readonly<Record<string, A>> =>
  Object.assign(Object.create(null) as Record<string, A>, entries);

/** Maps names that are the same in both systems. */
export const same = (names: string): Readonly<Record<string, string>> =>
  table(Object.fromEntries(names.split(' ').map((name) => [name, name])));

/** One value for several names. */
export const each = <const A>(names: string, value: A): Readonly<Record<string, A>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]));

/** A name such as `easeInOut`, of `ease-in-out`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Changes of case. */
export const CASES = { ...same('uppercase lowercase capitalize'), none: undefined };

/** The fields that have a value. */
export const present = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The value, or the nearest limit. */
export const clamped = (minimum: number, maximum: number, value: number): number =>
  Math.min(maximum, Math.max(minimum, value));

/** An even length within the limits of a canvas. */
export const canvasSide = (length: number): number => clamped(16, 7680, 2 * Math.round(length / 2));
