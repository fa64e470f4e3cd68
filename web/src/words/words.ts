import { createElement, Fragment, type ReactNode } from 'react';

// Texts are English sentences in the code, in ICU MessageFormat. Other languages have a file with theirs, by the English
// ones. A module that imports this one begins when the file is there, so that its tables may have words, too.

type Words = Readonly<Record<string, string>>;

/** Where the words of the languages other than English are. */
const FILES: Readonly<Record<string, () => Promise<{ readonly default: Words }>>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
};

export const LANGUAGES: ReadonlyArray<string> = ['en', ...Object.keys(FILES)];

/** The local storage key of the chosen language. */
export const CHOSEN = 'language';

/** What is read of the page. Tests of modules have none. */
interface Page {
  readonly navigator: { readonly languages: ReadonlyArray<string> };
  readonly localStorage: { readonly getItem: (name: string) => string | null };
  readonly document: { readonly documentElement: { lang: string } };
}

const page = globalThis as unknown as Partial<Page>;
const preferred = page.document === undefined ? [] : (page.navigator?.languages ?? []);
const chosen = page.localStorage?.getItem(CHOSEN) ?? undefined;

const languageOf = (tag: string): string => tag.split('-', 1)[0] ?? tag;

/** The language of the page: the one that was chosen, or the first of those of the browser that there is. */
export const language: string =
  [...(chosen === undefined ? [] : [chosen]), ...preferred]
    .map(languageOf)
    .find((one) => LANGUAGES.includes(one)) ?? 'en';

/** The locale of dates and numbers: the language as the browser names it, such as `de-AT`. */
export const locale: string = preferred.find((tag) => languageOf(tag) === language) ?? language;

if (page.document) page.document.documentElement.lang = language;

const words: Words = (await FILES[language]?.())?.default ?? {};

/** Translates a text that is known only at run time, such as the label of a field. @returns the text itself if there is no translation */
export const wordsFor = (text: string): string => words[text] || text;

/** A place for a value, in ICU MessageFormat: `{name}`, or `{count, plural, one {# clip} other {# clips}}`. */
const PLACE = /\{(\w+)(?:, plural,((?: (?:=\d+|\w+) \{[^{}]*\})+))?\}/;
const CASE = / (=\d+|\w+) \{([^{}]*)\}/g;

const plurals = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);

/** The text of a value. */
const shown = <Value>(value: Value, cases: string | undefined): Value | string => {
  if (cases === undefined) return value;
  const words = new Map([...cases.matchAll(CASE)].map(([, when = '', then = '']) => [when, then]));
  const count = Number(value);
  const chosen = words.get(`=${count}`) ?? words.get(plurals.select(count)) ?? words.get('other') ?? '';
  return chosen.replaceAll('#', numbers.format(count));
};

/** A text with values in their places, in pieces. The libraries for it take 10 kB before the first picture. */
export const formatted = <Value>(
  text: string,
  values: Readonly<Record<string, Value>>,
): ReadonlyArray<Value | string> => {
  const pieces = text.split(PLACE); // between two pieces of text, the name of a value and its cases
  return pieces.flatMap((piece, at) => {
    const value = values[piece];
    if (at % 3 === 1 && value !== undefined) return [shown(value, pieces[at + 1])];
    return at % 3 === 0 ? [piece] : [];
  });
};

/**
 * A text in the language of the page.
 * @param text in English and literal, for `npm run words` finds it; only with values, it is in ICU MessageFormat
 */
export const t = (text: string, values?: Readonly<Record<string, string | number>>): string =>
  values === undefined ? wordsFor(text) : formatted(wordsFor(text), values).join('');

/** A text with elements among its values. */
export const rich = (text: string, values: Readonly<Record<string, ReactNode>>): ReactNode =>
  createElement(Fragment, null, ...formatted(wordsFor(text), values));

/** A word as it is within a sentence: in English, it begins with a small letter, unless it is an abbreviation. */
export const within = (label: string): string =>
  language === 'en' && !/^[A-Z]{2}/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
