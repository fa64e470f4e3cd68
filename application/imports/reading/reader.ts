import { isRecord } from '../../../domain/codec/json.js';
import { partsOf } from '../../../domain/codec/placeholders.js';
import { letOthersRun } from '../../let-others-run.js';
import type { Note } from './deviations.js';
import { type JsonObject, valueAt, within } from './json-object.js';
import { secondsIn } from './times.js';

/** The most items that are read of a list, and of all lists together: a video has at most 1000 clips. */
const MAX_ITEMS = 1000;
const MAX_ITEMS_OF_ALL = 1500;

/** What all readers of a project share. */
interface Shared {
  readonly note: Note;
  /** How many items may still be read of the lists of the project. */
  items: number;
  /** The values that placeholders have by default, by name. */
  defaults: JsonObject;
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 50 ? `${text.slice(0, 50)}…` : text;
};

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 'true', 1, 'yes'].map((value) => [value, true] as const),
  ...[false, 'false', 0, 'no', ''].map((value) => [value, false] as const),
]);

/**
 * Reads an untrusted object and the objects in it. Every field that is present but not read, or has an unexpected value,
 * is a deviation, so nothing is lost in silence. `null` means that a field is absent.
 */
export class Reader {
  private readonly used = new Set<string>();
  private readonly inner: Array<Reader> = [];
  /** The readers of fields, so that a field is read once however often it is asked for. */
  private readonly nestedIn = new Map<string, ReadonlyArray<Reader>>();
  private readonly value: JsonObject;
  readonly path: string;
  readonly shared: Shared;

  constructor(value: JsonObject, path: string, shared: Shared) {
    [this.value, this.path, this.shared] = [value, path, shared];
  }

  at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  /** The names of the fields that have a value. */
  names(): ReadonlyArray<string> {
    return Object.keys(this.value).filter((name) => this.has(name));
  }

  has(name: string): boolean {
    return (this.peek(name) ?? undefined) !== undefined;
  }

  /** The value of a field, or null, without reading it: another reading decides what becomes of it. */
  peek(name: string): unknown {
    return Object.hasOwn(this.value, name) ? this.value[name] : undefined;
  }

  isObject(name: string): boolean {
    return isRecord(this.peek(name));
  }

  isList(name: string): boolean {
    return Array.isArray(this.peek(name));
  }

  /** The value of a field, whatever it is. */
  raw(name: string): unknown {
    this.used.add(name);
    return this.peek(name) ?? undefined;
  }

  /** The field with the value of its placeholder, if it is nothing but one: for values that must be known now. */
  known(name: string): unknown {
    const found = this.raw(name);
    if (typeof found !== 'string' || !found.includes('{{')) return found;
    const [only, ...more] = partsOf(found.trim());
    if (typeof only !== 'object' || more.length > 0) return found;
    const value = valueAt(this.shared.defaults, only.name) ?? only.fallback;
    if (value === undefined || value === '') return found;
    this.differs(name, `has the value "${shown(value)}" of its placeholder: it does not follow the variable`);
    return value;
  }

  /** The value of a field that must be known now; undefined for an empty text. */
  private stated(name: string): unknown {
    const found = this.known(name);
    return typeof found === 'string' && found.trim() === '' ? undefined : found;
  }

  /** What a value is read as; undefined for one that is not what is wanted, which is noted. */
  private read<A>(
    name: string,
    found: unknown,
    wanted: string,
    reading: (value: unknown) => A | undefined,
  ): A | undefined {
    const value = found === undefined ? undefined : reading(found);
    if (found !== undefined && value === undefined)
      this.differs(name, `"${shown(found)}" is not ${wanted}: the default is used`);
    return value;
  }

  /** A number; text with a number counts. One beyond a limit is limited, which is noted. */
  number(name: string, minimum = -Infinity, maximum = Infinity): number | undefined {
    const number = this.read(name, this.stated(name), 'a number', (found) => {
      const value = typeof found === 'string' ? Number(found.trim().replace(/px$/, '')) : found;
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    });
    if (number === undefined) return undefined;
    const limited = within(minimum, maximum, number);
    if (limited !== number) this.differs(name, `is limited from ${number} to ${limited}`);
    return limited;
  }

  /** A time in ms from one in seconds: a number, `"1.5"`, `"1.5 s"`, `"500 ms"` or `"0:01.5"`. */
  time(name: string): number | undefined {
    const seconds = this.read(name, this.stated(name), 'a time', secondsIn);
    return seconds === undefined ? undefined : Math.round(seconds * 1000);
  }

  /** A text; a number or a boolean counts. */
  text(name: string, found = this.raw(name)): string | undefined {
    return this.read(name, found, 'a text', (value) =>
      /string|number|boolean/.test(typeof value) ? String(value) : undefined,
    );
  }

  /** A text whose placeholder is replaced by its value now. */
  knownText(name: string): string | undefined {
    return this.text(name, this.known(name));
  }

  flag(name: string): boolean | undefined {
    return this.read(name, this.known(name), 'true or false', (found) => FLAGS.get(found));
  }

  /** What the choices have for the text of a field. A text that they do not have is noted. */
  choice<A>(name: string, choices: Readonly<Record<string, A>>): A | undefined {
    const text = this.knownText(name);
    if (text === undefined || text === '') return undefined;
    const key = [text, text.toLowerCase()].find((each) => Object.hasOwn(choices, each));
    if (key === undefined) this.differs(name, `"${shown(text)}" is not known here: the default is used`);
    return key === undefined ? undefined : choices[key];
  }

  /** The object in a field as it is; an empty one if there is none. */
  object(name: string): JsonObject {
    const asObject = (found: unknown) => (isRecord(found) ? found : undefined);
    return this.read(name, this.raw(name), 'an object', asObject) ?? {};
  }

  /** The items of a list. */
  items(name: string): ReadonlyArray<unknown> {
    const asList = (found: unknown) => (Array.isArray(found) ? (found as ReadonlyArray<unknown>) : undefined);
    return this.read(name, this.raw(name), 'a list', asList) ?? [];
  }

  private nested(value: JsonObject, path: string): Reader {
    const made = new Reader(value, path, this.shared);
    this.inner.push(made);
    return made;
  }

  /** The readers in a field, which are made once. */
  private once(name: string, make: () => ReadonlyArray<Reader>): ReadonlyArray<Reader> {
    const found = this.nestedIn.get(name) ?? make();
    this.nestedIn.set(name, found);
    return found;
  }

  /** The object in a field; an empty one if there is none. */
  child(name: string): Reader {
    const [made] = this.once(name, () => [this.nested(this.object(name), this.at(name))]);
    return made ?? this.nested({}, this.at(name));
  }

  /** The objects of a list; other items are noted. */
  children(name: string): ReadonlyArray<Reader> {
    return this.once(name, () => {
      const items = this.items(name);
      const most = Math.min(MAX_ITEMS, this.shared.items);
      if (items.length > most) this.differs(name, `only the first ${most} items were carried over`);
      this.shared.items -= Math.min(items.length, most);
      return items.slice(0, most).flatMap((item, index) => {
        const path = `${this.at(name)}[${index}]`;
        if (isRecord(item)) return [this.nested(item, path)];
        if (item !== null) this.shared.note(path, 'is not an object and was left out');
        return [];
      });
    });
  }

  /** A reader of other fields at the path of this one, such as with defaults beneath its own. */
  replaced(by: (value: JsonObject) => JsonObject): Reader {
    this.ignore(...Object.keys(this.value));
    return this.nested(by(this.value), this.path);
  }

  /** Fields that change neither the picture nor the sound. */
  ignore(...names: ReadonlyArray<string>): undefined {
    for (const name of names) this.used.add(name);
    return undefined;
  }

  /** Notes that a field was carried over differently: what a person sees or hears. */
  differs(name: string, message: string): undefined {
    this.shared.note(name === '' ? this.path : this.at(name), message);
    return undefined;
  }

  /** Notes that fields which are there are left out, and what a person misses. */
  lacks(because: string, ...names: ReadonlyArray<string>): undefined {
    for (const name of names) if (this.has(name)) this.differs(name, `is left out: ${because}`);
    return this.ignore(...names);
  }

  /** Notes that the element with this type was left out. */
  cannotCarryOver(
    type: string | undefined,
    thing: string,
    because = 'it has no counterpart here',
  ): undefined {
    this.differs('', `the ${thing} of type ${shown(type ?? 'nothing')} was left out: ${because}`);
    return this.ignore(...Object.keys(this.value));
  }

  /** Notes every field that was not read, here and in the children that were read. */
  finish(): void {
    for (const name of this.names())
      if (!this.used.has(name)) this.differs(name, 'was left out: it has no counterpart here');
    for (const child of this.inner) child.finish();
  }
}

export const reader = (value: JsonObject, path: string, note: Note): Reader =>
  new Reader(value, path, { note, items: MAX_ITEMS_OF_ALL, defaults: {} });

/** Converts items one after the other. Other work of the process has a turn before each. */
export const inTurns = async <A, B>(
  items: ReadonlyArray<A>,
  convert: (item: A, index: number) => ReadonlyArray<B> | Promise<ReadonlyArray<B>>,
): Promise<ReadonlyArray<B>> => {
  const converted: B[] = [];
  for (const [index, item] of items.entries()) {
    await letOthersRun();
    converted.push(...(await convert(item, index)));
  }
  return converted;
};
