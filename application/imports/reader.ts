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

/** The most items that are read of a list, and of all lists together: a video has at most 1000 clips. */
const MAX_ITEMS = 1000;
const MAX_ITEMS_OF_ALL = 1500;
const NUMERIC = t.union([t.number, t.string]);

/** A class: a project has thousands of objects, and closures for each field take several times as long. */
class FieldReader implements Reader {
  private readonly used = new Set<string>();
  private readonly inner: Array<Reader> = [];

  private readonly value: JsonObject;
  readonly path: string;
  private readonly note: Note;
  /** How many items may still be read of the lists of the project. */
  private readonly left: { items: number };

  constructor(value: JsonObject, path: string, note: Note, left: { items: number }) {
    [this.value, this.path, this.note, this.left] = [value, path, note, left];
  }

  private at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  private raw(name: string): unknown {
    this.used.add(name);
    return Object.hasOwn(this.value, name) ? (this.value[name] ?? undefined) : undefined;
  }

  private nested(value: JsonObject, path: string): Reader {
    const made = new FieldReader(value, path, this.note, this.left);
    this.inner.push(made);
    return made;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.value, name) && this.value[name] !== null;
  }

  read<A>(name: string, type: t.Type<A, unknown, unknown>): A | undefined {
    const found = this.raw(name);
    if (found === undefined) return undefined;
    const decoded = type.decode(found);
    if (E.isRight(decoded)) return decoded.right;
    this.differs(name, 'has an unexpected value and was left out');
    return undefined;
  }

  number(name: string): number | undefined {
    const found = this.read(name, NUMERIC);
    const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
    if (number === undefined || (typeof number === 'number' && Number.isFinite(number))) return number;
    this.differs(name, 'is not a number and was left out');
    return undefined;
  }

  text(name: string): string | undefined {
    return this.read(name, t.string);
  }

  flag(name: string): boolean {
    return this.read(name, t.boolean) ?? false;
  }

  child(name: string): Reader {
    const found = this.raw(name);
    if (found !== undefined && !isObject(found))
      this.differs(name, 'has an unexpected value and was left out');
    return this.nested(isObject(found) ? found : {}, this.at(name));
  }

  children(name: string): ReadonlyArray<Reader> {
    const items = this.read(name, t.UnknownArray) ?? [];
    const most = Math.min(MAX_ITEMS, this.left.items);
    if (items.length > most) this.differs(name, `only the first ${most} items were carried over`);
    this.left.items -= Math.min(items.length, most);
    return items.slice(0, most).flatMap((item, index) => {
      const path = `${this.at(name)}[${index}]`;
      if (isObject(item)) return [this.nested(item, path)];
      this.note(path, 'is not an object and was left out');
      return [];
    });
  }

  ignore(...names: ReadonlyArray<string>): void {
    for (const name of names) this.used.add(name);
  }

  differs(name: string, message: string): void {
    this.note(this.at(name), message);
  }

  cannotCarryOver(type: string | undefined, thing: string): void {
    const named = type?.slice(0, 50) || 'nothing';
    this.differs('type', `${named} cannot be carried over: the ${thing} was left out`);
  }

  finish(): void {
    for (const name of Object.keys(this.value))
      if (!this.used.has(name) && this.value[name] !== null)
        this.differs(name, 'is not supported and was left out');
    for (const child of this.inner) child.finish();
  }
}

export const reader = (value: JsonObject, path: string, note: Note): Reader =>
  new FieldReader(value, path, note, { items: MAX_ITEMS_OF_ALL });
