import { isRecord } from '../../../domain/codec/json.js';
import type { Note } from './deviations.js';
import type { JsonObject } from './json-object.js';
import { shown, Values } from './values.js';

/** The most items that are read of a list, and of all lists together: a video has at most 1000 clips. */
const MAX_ITEMS = 1000;
const MAX_ITEMS_OF_ALL = 1500;

/**
 * Reads an untrusted object and the objects in it. Every field that is present but not read, or has an unexpected value,
 * is a deviation, so nothing is lost in silence.
 */
export class Reader extends Values {
  private readonly inner: Array<Reader> = [];
  /** The readers of fields, so that a field is read once however often it is asked for. */
  private readonly nestedIn = new Map<string, ReadonlyArray<Reader>>();

  private nested(value: JsonObject, path: string): Reader {
    const made = new Reader(value, path, this.shared);
    this.inner.push(made);
    return made;
  }

  /** The object in a field; an empty one if there is none. */
  child(name: string): Reader {
    const [known] = this.nestedIn.get(name) ?? [];
    if (known) return known;
    const made = this.nested(this.object(name), this.at(name));
    this.nestedIn.set(name, [made]);
    return made;
  }

  /** The objects of a list; other items are noted. */
  children(name: string): ReadonlyArray<Reader> {
    const known = this.nestedIn.get(name);
    if (known) return known;
    const items = this.items(name);
    const most = Math.min(MAX_ITEMS, this.shared.items);
    if (items.length > most) this.differs(name, `only the first ${most} items were carried over`);
    this.shared.items -= Math.min(items.length, most);
    const made = items.slice(0, most).flatMap((item, index) => {
      const path = `${this.at(name)}[${index}]`;
      if (isRecord(item)) return [this.nested(item, path)];
      if (item !== null) this.shared.note(path, 'is not an object and was left out');
      return [];
    });
    this.nestedIn.set(name, made);
    return made;
  }

  /** A reader of other fields at the path of this one, such as with defaults beneath its own. */
  replaced(by: (value: JsonObject) => JsonObject): Reader {
    this.ignore(...Object.keys(this.value));
    return this.nested(by(this.value), this.path);
  }

  /** Notes that the element with this type was left out. */
  cannotCarryOver(type: string | undefined, thing: string, because = 'it has no counterpart here'): void {
    this.differs('', `the ${thing} of type ${shown(type ?? 'nothing')} was left out: ${because}`);
    this.ignore(...Object.keys(this.value));
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
