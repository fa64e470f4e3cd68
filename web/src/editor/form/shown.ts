import { isRecord } from '../../../../domain/codec/json.js';
import { fieldText } from '../../shared/texts.js';
import { t, wordsFor } from '../../words/words.js';
import { labelFor } from '../../words/labels.js';
import type { Schema } from './schema.js';

/**
 * The units of a document per unit on screen: 1000 for ms, which are shown in seconds, 0.01 for fractions of a whole, which
 * are shown in per cent; else 1.
 */
export const scaleOf = ({ type, minimum, maximum, description = '' }: Schema): number => {
  if (type === 'number' && minimum === 0 && (maximum === 1 || /\b1 is full\b/.test(description))) return 0.01;
  return /(?<!\d )\bms\b/i.test(description) ? 1000 : 1; // a text such as `500 ms` does not state the unit of the field
};

/** The unit on screen. */
export const unitOf = (schema: Schema): string | undefined =>
  ({ 1000: 's', 0.01: '%' })[scaleOf(schema)] ?? /(?:^|, )(Hz|LUFS|dB)\b/.exec(schema.description ?? '')?.[1];

/**
 * A number of a document as it is shown, rounded to the millionth, or to a hundredth of a per cent: between keyframes, more
 * digits than the field has room for would come; undefined for other values.
 */
export const scaled = (value: unknown, scale: number): number | undefined => {
  const steps = scale === 0.01 ? 100 : 1e6;
  return typeof value === 'number' ? Math.round((value / scale) * steps) / steps : undefined;
};

/** A value as text in an input. */
export const shownAs = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

/** The same, with numbers as they are typed in the language of the page. */
export const typedAs = (value: unknown): string =>
  typeof value === 'number' ? fieldText(value) : shownAs(value);

/** The default of a field; where none is stored, the number or the word that its description names. */
export const defaultOf = ({ default: stored, description = '' }: Schema): unknown => {
  const [, number, word] = /Default: (?:(\d+(?:\.\d+)?)\.(?=\s|$)|`(\w+)`[.,])/.exec(description) ?? [];
  return stored ?? (number === undefined ? word : Number(number));
};

/** The same, as text. */
export const shownDefault = (schema: Schema): string =>
  typedAs(scaled(defaultOf(schema), scaleOf(schema)) ?? defaultOf(schema));

/** The bounds of a number, in words. */
const boundsText = (schema: Schema, scale: number): string => {
  const { exclusiveMinimum } = schema;
  const from = typedAs(scaled(schema.minimum ?? exclusiveMinimum, scale));
  const to = typedAs(scaled(schema.maximum, scale));
  if (from !== '' && to !== '')
    return exclusiveMinimum === undefined
      ? t('From {from} to {to}.', { from, to })
      : t('More than {from}, up to {to}.', { from, to });
  if (from !== '')
    return exclusiveMinimum === undefined
      ? t('At least {from}.', { from })
      : t('More than {from}.', { from });
  return to === '' ? '' : t('At most {to}.', { to });
};

/** A sentence with a name or an example of the API. */
const OF_API = /(?:^|(?<=\. ))(?:(?!\. ).)*(?:[`{]|\bids?\b)/;

/** The English description of a field up to where it speaks of the API, with its times and fractions as they are shown. */
export const shownDescription = (schema: Schema): string =>
  (schema.description?.split(OF_API, 1)[0] ?? '')
    .trim()
    .replaceAll(/\b(?:0\.\d|1)\b/g, (number) =>
      scaleOf(schema) === 0.01 ? `${Number(number) * 100} %` : number,
    )
    .replaceAll(/(\d+) ms\b/g, (_, ms: string) => `${Number(ms) / 1000} seconds`)
    .replaceAll(/\bms\b/g, 'seconds')
    .replace(/^Ms\b/, 'Seconds');

/** The hint beside a field: its description, its bounds and its default. */
export const hintOf = (schema: Schema, name?: string): string => {
  const parts = [schema, ...(schema.anyOf ?? [])];
  const scale = scaleOf(schema);
  const bounds = parts.map((part) => boundsText(part, scale)).find((text) => text !== '') ?? '';
  const described = shownDescription(schema);
  const fallback = isRecord(schema.default) || described.includes('Default: ') ? '' : shownDefault(schema);
  return [
    wordsFor(described),
    bounds,
    fallback === ''
      ? ''
      : t('Default: {value}.', { value: schema.enum ? labelFor(fallback, name) : fallback }),
  ]
    .filter((text) => text !== '')
    .join(' ');
};
