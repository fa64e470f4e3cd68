import * as t from 'io-ts';
import { isWellFormedText } from './json.js';

// Placeholders in the strings of a template: `{{name}}`, `{{name|default}}`; `{{{{` stands for `{{`. Anything else in
// braces is plain text: no expression is evaluated.

/** A place for the value of a variable; `name` may have fields after points. */
export interface Placeholder {
  readonly name: string;
  readonly fallback?: string;
}

const PATTERN = /\{\{\{\{|\{\{[ \t]*([A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*)[ \t]*(?:\|([^{}]*))?\}\}/g;

/** The text and the placeholders of a string, in their order. */
export const partsOf = (text: string): ReadonlyArray<string | Placeholder> => {
  const parts: (string | Placeholder)[] = [];
  let at = 0;
  for (const match of text.matchAll(PATTERN)) {
    if (match.index > at) parts.push(text.slice(at, match.index));
    const [whole, name, fallback] = match;
    parts.push(name === undefined ? '{{' : { name, ...(fallback === undefined ? {} : { fallback }) });
    at = match.index + whole.length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
};

/** A placeholder as it is written. */
export const placeholderText = ({ name, fallback }: Placeholder): string =>
  `{{${name}${fallback === undefined ? '' : `|${fallback}`}}}`;

/** The text with other names in its placeholders. */
export const withNames = (text: string, named: (name: string) => string): string =>
  text.replaceAll(PATTERN, (whole: string, name?: string, fallback?: string) =>
    name === undefined
      ? whole
      : placeholderText({ name: named(name), ...(fallback === undefined ? {} : { fallback }) }),
  );

/** Whether a string has a placeholder, or stands for another. */
export const isTemplateText = (text: string): boolean => text.includes('{{') && text.search(PATTERN) >= 0;

/** How long a string with placeholders may be where it stands for another value. */
const LONGEST = 1000;

const TEMPLATE = t.unknown.pipe(t.unknown, 'template');

/** The context of values in which placeholders stand for values of any type. */
export const inTemplate = (context: t.Context): t.Context => [{ key: '', type: TEMPLATE }, ...context];

const isInTemplate = (context: t.Context): boolean => context[0]?.type === TEMPLATE;

/** Whether a text has its final value: it is not in a template, or has no placeholders. */
export const isFilledIn = (text: string, context: t.Context): boolean =>
  !isInTemplate(context) || !isTemplateText(text);

/** Whether a value may be a placeholder. */
export const standsForValue = (u: unknown, context: t.Context): u is string =>
  isInTemplate(context) &&
  typeof u === 'string' &&
  u.length <= LONGEST &&
  isTemplateText(u) &&
  isWellFormedText(u);
