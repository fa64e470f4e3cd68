import * as t from 'io-ts';
import { isWellFormedText } from './json.js';

// Placeholders in the strings of a template: `{{name}}`, `{{name|default}}`; `{{{{` stands for `{{`. Anything else in
// braces is plain text: no expression is evaluated.

/** A reference to a variable. `name` may be a path to a field of its value, such as `item.title`. */
export interface Placeholder {
  readonly name: string;
  readonly fallback?: string;
}

const PATTERN = /\{\{\{\{|\{\{[ \t]*([A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*)[ \t]*(?:\|([^{}]*))?\}\}/g;

/** Splits a string into literal text and placeholders, in order. */
export const partsOf = (text: string): ReadonlyArray<string | Placeholder> => {
  const parts: (string | Placeholder)[] = [];
  let end = 0;
  for (const match of text.matchAll(PATTERN)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    const [whole, name, fallback] = match;
    parts.push(name === undefined ? '{{' : { name, ...(fallback === undefined ? {} : { fallback }) });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
};

/** The placeholder that a text is, and nothing else; undefined if it is none. */
export const onlyPlaceholder = (text: string): Placeholder | undefined => {
  const [only, ...more] = partsOf(text);
  return typeof only === 'object' && more.length === 0 ? only : undefined;
};

export const placeholderText = ({ name, fallback }: Placeholder): string =>
  `{{${name}${fallback === undefined ? '' : `|${fallback}`}}}`;

export const withRenamedPlaceholders = (text: string, rename: (name: string) => string): string =>
  text.replaceAll(PATTERN, (whole: string, name?: string, fallback?: string) =>
    name === undefined
      ? whole
      : placeholderText({ name: rename(name), ...(fallback === undefined ? {} : { fallback }) }),
  );

/** Whether a string has a placeholder or an escaped `{{`. */
export const isTemplateText = (text: string): boolean => text.includes('{{') && text.search(PATTERN) >= 0;

/** Maximum length of a string with placeholders that replaces a value of another type. */
const MAX_REPLACEMENT_LENGTH = 1000;

const MARKS = {
  template: t.unknown.pipe(t.unknown, 'template'),
  filled: t.unknown.pipe(t.unknown, 'filled'),
};

/**
 * Marks that a value is part of a `template`, in which placeholders may replace values of any type, or of one that was
 * `filled`, in which texts may stand for numbers and booleans.
 */
export const marked = (mark: keyof typeof MARKS, context: t.Context): t.Context => [
  { key: '', type: MARKS[mark] },
  ...context,
];

const isMarked = (mark: keyof typeof MARKS, context: t.Context): boolean =>
  context.some(({ type }) => type === MARKS[mark]);

/** The number or boolean that a text of a filled template is, such as a default or a cell of a CSV; undefined if none. */
export const valueOfText = (u: unknown, context: t.Context): number | boolean | undefined =>
  typeof u === 'string' && /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(u) && isMarked('filled', context)
    ? (JSON.parse(u) as number | boolean)
    : undefined;

/** Whether a text has its final value: it is not in a template, or has no placeholders. */
export const isFilledIn = (text: string, context: t.Context): boolean =>
  !isMarked('template', context) || !isTemplateText(text);

/** Whether a value is a placeholder that replaces a value of another type. */
export const replacesValue = (u: unknown, context: t.Context): u is string =>
  typeof u === 'string' &&
  isMarked('template', context) &&
  u.length <= MAX_REPLACEMENT_LENGTH &&
  isTemplateText(u) &&
  isWellFormedText(u);
