import { isRecord } from '../../../domain/codec/json.js';
import type { DeviationKind, Note } from './deviations.js';
import type { Fonts } from './fonts.js';
import type { Canvas, JsonObject } from './json-object.js';

/** The most items that are read of a list, and of all lists together: a video has at most 1000 clips. */
const MAX_ITEMS = 1000;
export const MAX_ITEMS_OF_ALL = 1500;

/** What the readers of one project share. */
export interface SharedReading {
  readonly note: Note;
  /** How many items may still be read of the lists of the project. */
  items: number;
  /** The values that placeholders have by default, by name. */
  defaults: JsonObject;
  readonly fonts: Fonts;
  /** Of the video; it is read before what is drawn on it. */
  canvas: Canvas;
}

/** The beginning of a value, for messages. */
export const excerpt = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 50 ? `${text.slice(0, 50)}…` : text;
};

/**
 * An untrusted object and the objects in it. Every field that is present but not read is a deviation, so nothing is lost
 * in silence. `null` means that a field is absent.
 */
export class Tracked {
  private readonly used = new Set<string>();
  private readonly inner: Array<this> = [];
  /** The readers of fields, so that a field is read once however often it is asked for. */
  private readonly nestedIn = new Map<string, ReadonlyArray<this>>();
  private readonly value: JsonObject;
  readonly path: string;
  readonly shared: SharedReading;

  constructor(value: JsonObject, path: string, shared: SharedReading) {
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

  /** The value of a field, which may be null. It does not count as read: other code reads it. */
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

  /** The converted value; undefined if it has another type, which is noted. */
  protected read<A>(
    name: string,
    found: unknown,
    wanted: string,
    reading: (value: unknown) => A | undefined,
  ): A | undefined {
    const value = found === undefined ? undefined : reading(found);
    if (found !== undefined && value === undefined)
      this.differs(name, `"${excerpt(found)}" is not ${wanted}: the default is used`);
    return value;
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

  private nested(value: JsonObject, path: string): this {
    const Made = this.constructor as new (...of: ConstructorParameters<typeof Tracked>) => this;
    const made = new Made(value, path, this.shared);
    this.inner.push(made);
    return made;
  }

  /** The readers in a field, which are made once. */
  private once(name: string, make: () => ReadonlyArray<this>): ReadonlyArray<this> {
    const found = this.nestedIn.get(name) ?? make();
    this.nestedIn.set(name, found);
    return found;
  }

  /** The object in a field; an empty one if there is none. */
  child(name: string): this {
    const [made] = this.once(name, () => [this.nested(this.object(name), this.at(name))]);
    return made ?? this.nested({}, this.at(name));
  }

  /** The objects of a list; other items are noted. */
  children(name: string): ReadonlyArray<this> {
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
  replaced(by: (value: JsonObject) => JsonObject): this {
    this.ignore(...Object.keys(this.value));
    return this.nested(by(this.value), this.path);
  }

  /** Fields that change neither the picture nor the sound. */
  ignore(...names: ReadonlyArray<string>): undefined {
    for (const name of names) this.used.add(name);
    return undefined;
  }

  /** Notes that a field was carried over differently. @param message what a person sees or hears of it */
  differs(name: string, message: string, kind?: DeviationKind): undefined {
    this.shared.note(name === '' ? this.path : this.at(name), message, kind);
    return undefined;
  }

  /** Leaves out fields, and notes each one that has a value. @param because what a person misses */
  lacks(because: string, ...names: ReadonlyArray<string>): undefined {
    for (const name of names) if (this.has(name)) this.differs(name, `is left out: ${because}`, 'leftOut');
    return this.ignore(...names);
  }

  /** Notes that the element with this type was left out. */
  cannotCarryOver(type = 'nothing', thing: string, because = 'it has no counterpart here'): undefined {
    const what = `the ${thing} of type ${excerpt(type)} was left out: ${because}`;
    this.differs('', what, 'leftOut');
    return this.ignore(...Object.keys(this.value));
  }

  /** Notes every field that was not read, here and in the children that were read. */
  finish(): void {
    for (const name of this.names())
      if (!this.used.has(name)) this.differs(name, 'was left out: it has no counterpart here', 'unseen');
    for (const child of this.inner) child.finish();
  }
}
