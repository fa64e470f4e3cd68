import { isRecord } from '../../../domain/codec/json.js';
import { partsOf } from '../../../domain/codec/placeholders.js';
import type { Note } from './deviations.js';
import type { JsonObject } from './json-object.js';
import { secondsIn } from './times.js';

/** What all readers of a project share. */
export interface Shared {
  readonly note: Note;
  /** How many items may still be read of the lists of the project. */
  items: number;
  /** The values that placeholders have by default, by name. */
  defaults: JsonObject;
}

export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 50 ? `${text.slice(0, 50)}…` : text;
};

const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 'true', 1, 'yes'].map((value) => [value, true] as const),
  ...[false, 'false', 0, 'no', ''].map((value) => [value, false] as const),
]);

/** Reads values of an untrusted object by name. One that is unexpected is a deviation. `null` means that it is absent. */
export class Values {
  protected readonly used = new Set<string>();
  protected readonly value: JsonObject;
  /** The values that placeholders have by default, and what else all readers of a project share. */
  readonly shared: Shared;
  readonly path: string;

  constructor(value: JsonObject, path: string, shared: Shared) {
    [this.value, this.path, this.shared] = [value, path, shared];
  }

  at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  /** Notes that a value is not what is wanted. */
  protected unexpected(name: string, value: unknown, wanted: string): undefined {
    this.differs(name, `"${shown(value)}" is not ${wanted}: the default is used`);
    return undefined;
  }

  /** The names of the fields that have a value. */
  names(): ReadonlyArray<string> {
    return Object.keys(this.value).filter((name) => this.has(name));
  }

  has(name: string): boolean {
    return this.peek(name) !== null && this.peek(name) !== undefined;
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
    const value = this.shared.defaults[only.name] ?? only.fallback;
    if (value === undefined || value === '') return found;
    this.differs(name, `has the value "${shown(value)}" of its placeholder: it does not follow the variable`);
    return value;
  }

  /** A number; text with a number counts. One beyond a limit is limited, which is noted. */
  number(name: string, minimum = -Infinity, maximum = Infinity): number | undefined {
    const found = this.known(name);
    if (found === undefined || isEmpty(found)) return undefined;
    const number = typeof found === 'string' ? Number(found.trim().replace(/px$/, '')) : found;
    if (typeof number !== 'number' || !Number.isFinite(number))
      return this.unexpected(name, found, 'a number');
    const limited = Math.min(maximum, Math.max(minimum, number));
    if (limited !== number) this.differs(name, `is limited from ${number} to ${limited}`);
    return limited;
  }

  /** A time in ms from one in seconds: a number, `"1.5"`, `"1.5 s"`, `"500 ms"` or `"0:01.5"`. */
  time(name: string): number | undefined {
    const found = this.known(name);
    if (found === undefined || isEmpty(found)) return undefined;
    const seconds = secondsIn(found);
    return seconds === undefined ? this.unexpected(name, found, 'a time') : Math.round(seconds * 1000);
  }

  /** A text; a number or a boolean counts. */
  text(name: string, found = this.raw(name)): string | undefined {
    if (typeof found === 'number' || typeof found === 'boolean') return String(found);
    if (found === undefined || typeof found === 'string') return found;
    return this.unexpected(name, found, 'a text');
  }

  /** A text whose placeholder is replaced by its value now. */
  knownText(name: string): string | undefined {
    return this.text(name, this.known(name));
  }

  flag(name: string): boolean | undefined {
    const found = this.known(name);
    return found === undefined ? found : (FLAGS.get(found) ?? this.unexpected(name, found, 'true or false'));
  }

  /** What the table ({@link table}) has for the text of a field. A text that it does not have is noted. */
  choice<A>(name: string, choices: Readonly<Record<string, A>>): A | undefined {
    const text = this.knownText(name);
    if (text === undefined || text === '') return undefined;
    if (text in choices) return choices[text];
    const lower = text.toLowerCase();
    return lower in choices ? choices[lower] : this.unexpected(name, text, 'known here');
  }

  /** The object in a field as it is; an empty one if there is none. */
  object(name: string): JsonObject {
    const found = this.raw(name);
    if (found !== undefined && !isRecord(found)) this.unexpected(name, found, 'an object');
    return isRecord(found) ? found : {};
  }

  /** The items of a list. */
  items(name: string): ReadonlyArray<unknown> {
    const found = this.raw(name);
    if (found !== undefined && !Array.isArray(found)) this.unexpected(name, found, 'a list');
    return Array.isArray(found) ? found : [];
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
}
