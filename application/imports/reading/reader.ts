import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { partsOf } from '../../../domain/codec/placeholders.js';
import type { Note } from './deviations.js';
import type { JsonObject } from './json-object.js';
import { filledIn } from './filled-in.js';
import { secondsIn } from './times.js';

/** What all readers of a project share. */
interface Shared {
  readonly note: Note;
  /** How many items may still be read of the lists of the project. */
  items: number;
  /** The values that placeholders have by default, by name. */
  defaults: JsonObject;
}

const isObject = (value: unknown): value is JsonObject => t.UnknownRecord.is(value) && !Array.isArray(value);
const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 50 ? `${text.slice(0, 50)}…` : text;
};

/** The most items that are read of a list, and of all lists together: a video has at most 1000 clips. */
const MAX_ITEMS = 1000;
const MAX_ITEMS_OF_ALL = 1500;

/**
 * Reads the fields of an untrusted object by name. Every field that is present but not read, or has an unexpected value,
 * is a deviation, so nothing is lost in silence. `null` means that a field is absent.
 */
export class Reader {
  private readonly used = new Set<string>();
  private readonly inner: Array<Reader> = [];
  /** The readers of fields, so that a field is read once however often it is asked for. */
  private readonly nestedIn = new Map<string, ReadonlyArray<Reader>>();
  private readonly value: JsonObject;
  private readonly shared: Shared;
  readonly path: string;

  constructor(value: JsonObject, path: string, shared: Shared) {
    [this.value, this.path, this.shared] = [value, path, shared];
  }

  at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  private nested(value: JsonObject, path: string): Reader {
    const made = new Reader(value, path, this.shared);
    this.inner.push(made);
    return made;
  }

  private unexpected(name: string, value: unknown, wanted: string): undefined {
    this.differs(name, `"${shown(value)}" is not ${wanted}: the default is used`);
    return undefined;
  }

  /** The names of the fields that have a value. */
  names(): ReadonlyArray<string> {
    return Object.keys(this.value).filter((name) => this.has(name));
  }

  has(name: string): boolean {
    return Object.hasOwn(this.value, name) && this.value[name] !== null && this.value[name] !== undefined;
  }

  /** The value of a field, whatever it is. */
  raw(name: string): unknown {
    this.used.add(name);
    return this.has(name) ? this.value[name] : undefined;
  }

  /** The field with the value of its placeholder, if it is nothing but one: for values that must be known now. */
  known(name: string): unknown {
    const found = this.raw(name);
    if (typeof found !== 'string' || !found.includes('{{')) return found;
    const [only, ...more] = partsOf(found.trim());
    if (typeof only !== 'object' || more.length > 0) return found;
    const value = this.shared.defaults[only.name] ?? only.fallback;
    if (value === undefined || value === '') return found;
    this.differs(name, `has the value "${shown(value)}" of its placeholder: it does not follow the variable`);
    return value;
  }

  /** The value of a field without reading it: another reading decides what becomes of it. */
  peek(name: string): unknown {
    return this.has(name) ? this.value[name] : undefined;
  }

  /** The value; undefined if it is absent or of another type, which is noted. */
  read<A>(name: string, type: t.Type<A, unknown, unknown>, wanted = `a value of ${name}`): A | undefined {
    const found = this.raw(name);
    if (found === undefined) return undefined;
    const decoded = type.decode(found);
    return E.isRight(decoded) ? decoded.right : this.unexpected(name, found, wanted);
  }

  /** A number; text with a number counts. */
  number(name: string): number | undefined {
    const found = this.known(name);
    if (found === undefined || (typeof found === 'string' && found.trim() === '')) return undefined;
    const number = typeof found === 'string' ? Number(found.trim().replace(/px$/, '')) : found;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
    return this.unexpected(name, found, 'a number');
  }

  /** A number from `minimum` to `maximum`; one beyond is limited, which is noted. */
  numberIn(name: string, minimum: number, maximum: number): number | undefined {
    const number = this.number(name);
    if (number === undefined || (number >= minimum && number <= maximum)) return number;
    const limited = Math.min(maximum, Math.max(minimum, number));
    this.differs(name, `is limited from ${number} to ${limited}`);
    return limited;
  }

  /** A time in ms from one in seconds: a number, `"1.5"`, `"1.5 s"`, `"500 ms"` or `"0:01.5"`. */
  time(name: string): number | undefined {
    const found = this.known(name);
    if (found === undefined || (typeof found === 'string' && found.trim() === '')) return undefined;
    const seconds = secondsIn(found);
    return seconds === undefined ? this.unexpected(name, found, 'a time') : Math.round(seconds * 1000);
  }

  /** A text; a number or a boolean counts. */
  text(name: string): string | undefined {
    const found = this.raw(name);
    if (typeof found === 'number' || typeof found === 'boolean') return String(found);
    if (found === undefined || typeof found === 'string') return found;
    return this.unexpected(name, found, 'a text');
  }

  /** A text whose placeholder is replaced by its value now. */
  knownText(name: string): string | undefined {
    const found = this.known(name);
    if (typeof found === 'number' || typeof found === 'boolean') return String(found);
    if (found === undefined || typeof found === 'string') return found;
    return this.unexpected(name, found, 'a text');
  }

  flag(name: string): boolean | undefined {
    const found = this.known(name);
    if (found === undefined || typeof found === 'boolean') return found;
    if (found === 'true' || found === 1 || found === 'yes') return true;
    if (found === 'false' || found === 0 || found === 'no' || found === '') return false;
    return this.unexpected(name, found, 'true or false');
  }

  /** What the table ({@link table}) has for the text of a field. A text that it does not have is noted. */
  choice<A>(name: string, choices: Readonly<Record<string, A>>): A | undefined {
    const text = this.knownText(name);
    if (text === undefined || text === '') return undefined;
    if (text in choices) return choices[text];
    const lower = text.toLowerCase();
    return lower in choices ? choices[lower] : this.unexpected(name, text, 'known here');
  }

  /** The object in a field; an empty one if there is none. */
  child(name: string): Reader {
    const [known] = this.nestedIn.get(name) ?? [];
    if (known) return known;
    const found = this.raw(name);
    if (found !== undefined && !isObject(found)) this.unexpected(name, found, 'an object');
    const made = this.nested(isObject(found) ? found : {}, this.at(name));
    this.nestedIn.set(name, [made]);
    return made;
  }

  /** Whether a field has a value that nobody has read. */
  isUnread(name: string): boolean {
    return this.has(name) && !this.used.has(name);
  }

  isObject(name: string): boolean {
    return isObject(this.value[name]);
  }

  /** Whether a field is stated to have no value. */
  isNull(name: string): boolean {
    return Object.hasOwn(this.value, name) && this.value[name] === null;
  }

  isList(name: string): boolean {
    return Array.isArray(this.value[name]);
  }

  /** The objects of a list; other items are noted. */
  children(name: string): ReadonlyArray<Reader> {
    const known = this.nestedIn.get(name);
    if (known) return known;
    const items = this.read(name, t.UnknownArray, 'a list') ?? [];
    const most = Math.min(MAX_ITEMS, this.shared.items);
    if (items.length > most) this.differs(name, `only the first ${most} items were carried over`);
    this.shared.items -= Math.min(items.length, most);
    const made = items.slice(0, most).flatMap((item, index) => {
      const path = `${this.at(name)}[${index}]`;
      if (isObject(item)) return [this.nested(item, path)];
      if (item !== null) this.shared.note(path, 'is not an object and was left out');
      return [];
    });
    this.nestedIn.set(name, made);
    return made;
  }

  /** A reader of other fields at the path of this one, such as with defaults beneath its own. */
  replaced(by: (value: JsonObject) => JsonObject): Reader {
    for (const name of Object.keys(this.value)) this.used.add(name);
    return this.nested(by(this.value), this.path);
  }

  /** Fields that change neither the picture nor the sound. */
  ignore(...names: ReadonlyArray<string>): void {
    for (const name of names) this.used.add(name);
  }

  /** Notes that a field was carried over differently: what a person sees or hears. */
  differs(name: string, message: string): void {
    this.shared.note(name === '' ? this.path : this.at(name), message);
  }

  /** Notes that fields which are there are left out, and what a person misses. */
  lacks(because: string, ...names: ReadonlyArray<string>): void {
    for (const name of names) {
      if (this.has(name)) this.differs(name, `is left out: ${because}`);
      this.used.add(name);
    }
  }

  /** Notes that the element with this type was left out. */
  cannotCarryOver(type: string | undefined, thing: string, because = 'it has no counterpart here'): void {
    this.differs('', `the ${thing} of type ${shown(type ?? 'nothing')} was left out: ${because}`);
    this.ignore(...Object.keys(this.value));
  }

  /** Placeholders with these names have these values where a value must be known. */
  setDefaults(defaults: JsonObject): void {
    this.shared.defaults = defaults;
  }

  /** A text with the values that its placeholders have by default. */
  filled(text: string): string {
    return String(filledIn(text, this.shared.defaults));
  }

  /** The default value of a variable. */
  defaultOf(name: string): unknown {
    return Object.hasOwn(this.shared.defaults, name) ? this.shared.defaults[name] : undefined;
  }

  /** Notes every field that was not read, here and in the children that were read. */
  finish(): void {
    for (const name of this.names())
      if (!this.used.has(name)) this.differs(name, 'is not known here and was left out');
    for (const child of this.inner) child.finish();
  }
}

export const reader = (value: JsonObject, path: string, note: Note): Reader =>
  new Reader(value, path, { note, items: MAX_ITEMS_OF_ALL, defaults: {} });
