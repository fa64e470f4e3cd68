import { DomUtils, parseDocument } from 'htmlparser2';
import { isRecord } from '../../../domain/codec/json.js';
import { filledIn } from '../reading/filled-in.js';
import type { JsonObject } from '../reading/json-object.js';

/** The text of HTML with its line breaks, without any style. */
const plainText = (html: string): string =>
  /<\/?[a-z][^>]*>|&#?\w+;/i.test(html)
    ? DomUtils.textContent(parseDocument(html.replaceAll(/<br\s*\/?>/gi, '\n')))
    : html;

/** The default of a variable whose text becomes HTML, as text. It may have placeholders for others of the `values`. */
export const plainValue = (value: unknown, values: JsonObject): unknown => {
  if (Array.isArray(value)) return value.map((item) => plainValue(item, values));
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, plainValue(inner, values)]),
    );
  if (typeof value !== 'string') return value;
  const text = filledIn(value, values);
  return typeof text === 'string' ? plainText(text) : text;
};
