import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { JsonObject } from './json-object.js';
import type { Note } from './deviations.js';

/**
 * Reads the fields of an untrusted object by name. Every field that is present but not read, or has an unexpected value,
 * is a deviation, so nothing is lost in silence.
 */
export interface Reader {
  readonly path: string;
  readonly has: (name: string) => boolean;
  /** The value; undefined if it is absent, null or of another type, which is noted. */
  readonly read: <A>(name: string, type: t.Type<A, unknown, unknown>) => A | undefined;
  readonly number: (name: string) => number | undefined;
  readonly text: (name: string) => string | undefined;
  readonly flag: (name: string) => boolean;
  /** The object in a field; an empty one if there is none. */
  readonly child: (name: string) => Reader;
  /** The objects of a list; other items are noted. */
  readonly children: (name: string) => ReadonlyArray<Reader>;
  /** Fields that do not affect the picture or the sound. */
  readonly ignore: (...names: ReadonlyArray<string>) => void;
  /** Notes that a field was carried over differently. */
  readonly differs: (name: string, message: string) => void;
  /** Notes that `type` has no counterpart, so that the `thing` with it was left out. */
  readonly cannotCarryOver: (type: string | undefined, thing: 'clip' | 'element' | 'layer') => void;
  /** Notes every field that was not read, here and in the children that were read. */
  readonly finish: () => void;
}

const isObject = (value: unknown): value is JsonObject => t.UnknownRecord.is(value) && !Array.isArray(value);

/** The most items of a list that are read: more than a video can have clips. */
const MAX_ITEMS = 1000;

export const reader = (value: JsonObject, path: string, note: Note): Reader => {
  const used = new Set<string>();
  const children: Array<Reader> = [];
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);

  const raw = (name: string): unknown => {
    used.add(name);
    return Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined;
  };
  const read = <A>(name: string, type: t.Type<A, unknown, unknown>): A | undefined => {
    const found = raw(name);
    if (found === undefined) return undefined;
    const decoded = type.decode(found);
    if (E.isRight(decoded)) return decoded.right;
    note(at(name), 'has an unexpected value and was left out');
    return undefined;
  };
  const nested = (inner: JsonObject, innerPath: string): Reader => {
    const made = reader(inner, innerPath, note);
    children.push(made);
    return made;
  };

  return {
    path,
    has: (name) => Object.hasOwn(value, name) && value[name] !== null,
    read,
    number: (name) => {
      const found = read(name, t.union([t.number, t.string]));
      const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
      if (number === undefined || (typeof number === 'number' && Number.isFinite(number))) return number;
      note(at(name), 'is not a number and was left out');
      return undefined;
    },
    text: (name) => read(name, t.string),
    flag: (name) => read(name, t.boolean) ?? false,
    child: (name) => {
      const found = raw(name);
      if (found !== undefined && !isObject(found)) note(at(name), 'has an unexpected value and was left out');
      return nested(isObject(found) ? found : {}, at(name));
    },
    children: (name) => {
      const items = read(name, t.UnknownArray) ?? [];
      if (items.length > MAX_ITEMS) note(at(name), `only the first ${MAX_ITEMS} items were carried over`);
      return items.slice(0, MAX_ITEMS).flatMap((item, index) => {
        if (isObject(item)) return [nested(item, `${at(name)}[${index}]`)];
        note(`${at(name)}[${index}]`, 'is not an object and was left out');
        return [];
      });
    },
    ignore: (...names) => names.forEach((name) => used.add(name)),
    differs: (name, message) => note(at(name), message),
    cannotCarryOver: (type = '', thing) =>
      note(at('type'), `${type.slice(0, 50) || 'nothing'} cannot be carried over: the ${thing} was left out`),
    finish: () => {
      for (const name of Object.keys(value))
        if (!used.has(name) && value[name] !== null) note(at(name), 'is not supported and was left out');
      for (const child of children) child.finish();
    },
  };
};
