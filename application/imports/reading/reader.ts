import { assetOfSource } from '../../../domain/asset/references.js';
import { isTemplateText, onlyPlaceholder } from '../../../domain/codec/placeholders.js';
import type { Anchor } from '../../../domain/composition/fields/place.js';
import { valueAtPath } from '../../../domain/template/fill.js';
import { letOthersRun } from '../../let-others-run.js';
import { alphaLast, colorOf, faded } from './colors.js';
import type { Note } from './deviations.js';
import { Fonts } from './fonts.js';
import { type JsonObject, clamped } from './json-object.js';
import { anchorNamed } from './places.js';
import { secondsIn } from './times.js';
import { MAX_ITEMS_OF_ALL, excerpt, Tracked } from './tracked.js';

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 'true', 1, 'yes'].map((value) => [value, true] as const),
  ...[false, 'false', 0, 'no', ''].map((value) => [value, false] as const),
]);

/** How the addresses begin that stand for files that are not there. */
export const TO_REPLACE = 'https://replace.invalid/';

/** Whether a text is an address of a file, or names an asset of the service. */
export const isAddress = (text: string): boolean =>
  /^https?:/.test(text) || assetOfSource(text) !== undefined;

/** Reads the fields of an untrusted object. A value of the wrong type is noted, and the default is used instead. */
export class Reader extends Tracked {
  /** The field with the value of its placeholder, if it is nothing but one: for values that must be known now. */
  known(name: string): unknown {
    const found = this.raw(name);
    if (typeof found !== 'string' || !found.includes('{{')) return found;
    const only = onlyPlaceholder(found.trim());
    if (!only) return found;
    const value = valueAtPath(this.shared.defaults, only.name) ?? only.fallback;
    if (value === undefined || value === '') return found;
    const what = `has the value "${excerpt(value)}" of its placeholder: it does not follow the variable`;
    this.differs(name, what, 'unseen');
    return value;
  }

  /** The value of a field that must be known now; undefined for an empty text. */
  private stated(name: string): unknown {
    const found = this.known(name);
    return typeof found === 'string' && found.trim() === '' ? undefined : found;
  }

  /** A number; text with a number counts. One beyond a limit is limited, which is noted. */
  number(name: string, minimum = -Infinity, maximum = Infinity): number | undefined {
    const number = this.read(name, this.stated(name), 'a number', (found) => {
      const value = typeof found === 'string' ? Number(found.trim().replace(/px$|\s*fps$/, '')) : found;
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    });
    if (number === undefined) return undefined;
    const limited = clamped(minimum, maximum, number);
    if (limited !== number) this.differs(name, `is limited from ${number} to ${limited}`);
    return limited;
  }

  /** A share of a whole, if the field is a percentage. */
  percentOf(name: string, whole: number): number | undefined {
    const share = /^\s*(-?[\d.]{1,20})%\s*$/.exec(String(this.raw(name)))?.[1];
    return share === undefined ? undefined : (Number(share) / 100) * whole;
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

  /** What the choices have for the text of a field. @param isAll whether the other system has no other choices */
  choice<A>(name: string, choices: Readonly<Record<string, A>>, isAll = false): A | undefined {
    const text = this.knownText(name) ?? '';
    const key = [text, text.toLowerCase()].find((each) => Object.hasOwn(choices, each));
    if (key === undefined && text !== '') this.unknown(name, text, isAll);
    return key === undefined ? undefined : choices[key];
  }

  /** Notes a value that is not known here, or that has no meaning in the other system either. */
  unknown(name: string, text: string, isAnywhere: boolean, instead = 'the default is used'): undefined {
    const where = isAnywhere ? 'there either' : 'here';
    const what = `"${excerpt(text)}" is not known ${where}: ${instead}`;
    return this.differs(name, what, isAnywhere ? 'toDo' : 'near');
  }

  /** One of nine points of a box, such as `topLeft`; undefined for `custom`. */
  anchor(name: string): Anchor | undefined {
    const text = this.knownText(name) ?? '';
    if (text === '' || text === 'custom') return undefined;
    return anchorNamed(text) ?? this.unknown(name, text, true);
  }

  color(name: string, order: 'alphaLast' | 'alphaFirst' = 'alphaLast'): string | undefined {
    const text = this.text(name)?.trim() ?? '';
    if (text === '') return undefined;
    return this.read(name, text, 'a colour', () => colorOf(order === 'alphaFirst' ? alphaLast(text) : text));
  }

  /** A colour with the opacity beside it. */
  opaque(name: string, otherwise?: string, opacity?: number): string | undefined {
    const share = this.number('opacity') ?? opacity ?? 1;
    const known = share < 1 ? colorOf(this.knownText(name)) : undefined;
    const given = known ?? this.color(name) ?? otherwise;
    if (given === undefined || given === 'transparent' || share >= 1) return given;
    if (isTemplateText(given)) {
      this.differs('opacity', 'is not applied to a colour that is a placeholder');
      return given;
    }
    return faded(given, share);
  }

  /** The URL of a source. One that cannot be fetched becomes a placeholder, which is noted. */
  source(name: string): string {
    const source = this.text(name)?.trim() ?? '';
    if (isTemplateText(source)) return source;
    if (URL.canParse(source) && isAddress(source) && !/^https?:\/\/[^/]*@/.test(source)) return source;
    return this.missing(name, 'is not a URL that the service can fetch: replace it');
  }

  /** An address to replace, for a file that is not there. */
  missing(name: string, because = 'is made into media there: replace the source of the clip'): string {
    this.differs(name, because, 'toDo');
    return `${TO_REPLACE}${encodeURIComponent((this.text(name) ?? '').slice(0, 500))}`;
  }
}

export const reader = (value: JsonObject, path: string, note: Note): Reader =>
  new Reader(value, path, {
    note,
    items: MAX_ITEMS_OF_ALL,
    defaults: {},
    fonts: new Fonts(),
    canvas: { width: 1920, height: 1080 },
  });

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
