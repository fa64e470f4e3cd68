import * as E from 'fp-ts/lib/Either.js';
import { type Codec, identityCodec } from './codec.js';
import { isWellFormedText } from './json.js';

/** Bounds of a number. `integer` requires a whole number. */
export interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly integer?: boolean;
}

const describeBounds = (bounds: NumberBounds): string => {
  const kind = bounds.integer ? 'a whole number' : 'a number';
  const low = bounds.exclusiveMinimum ?? bounds.minimum;
  const lowWord = bounds.exclusiveMinimum === undefined ? 'of at least' : 'greater than';
  if (low !== undefined && bounds.maximum !== undefined && bounds.exclusiveMinimum === undefined)
    return `${kind} from ${low} to ${bounds.maximum}`;
  const parts = [
    ...(low === undefined ? [] : [`${lowWord} ${low}`]),
    ...(bounds.maximum === undefined
      ? []
      : [`${low === undefined ? 'of at most' : 'at most'} ${bounds.maximum}`]),
  ];
  return parts.length === 0 ? `a finite ${kind.slice(2)}` : `${kind} ${parts.join(' and ')}`;
};

const withinBounds = (n: number, b: NumberBounds): boolean =>
  Number.isFinite(n) &&
  (!b.integer || Number.isSafeInteger(n)) &&
  (b.minimum === undefined || n >= b.minimum) &&
  (b.maximum === undefined || n <= b.maximum) &&
  (b.exclusiveMinimum === undefined || n > b.exclusiveMinimum);

/** A finite number within bounds. */
export const number = (bounds: NumberBounds = {}): Codec<number> => {
  const { integer, ...limits } = bounds;
  return identityCodec('number', { type: integer ? 'integer' : 'number', ...limits }, (u) =>
    typeof u === 'number' && withinBounds(u, bounds)
      ? E.right(u === 0 ? 0 : u) // -0 does not survive JSON, so it becomes 0
      : E.left(`must be ${describeBounds(bounds)}`),
  );
};

/** A number from 0 to 1. */
export const fraction = number({ minimum: 0, maximum: 1 });

/**
 * Bounds of a string, in characters (Unicode code points, as in JSON Schema). `patternMeaning` describes `pattern` in
 * words.
 */
export interface StringBounds {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  readonly patternMeaning?: string;
}

const hasLengthWithin = (text: string, least: number, most: number): boolean => {
  if (text.length < least) return false;
  if (text.length <= most && text.length >= least * 2) return true; // even if all characters are surrogate pairs
  if (text.length > most * 2) return false;
  const { length } = Array.from(text);
  return length >= least && length <= most;
};

/** Well-formed text with a length within bounds. */
export const string = (bounds: StringBounds = {}): Codec<string> => {
  const { minLength = 0, maxLength, pattern, patternMeaning } = bounds;
  return identityCodec(
    'string',
    {
      type: 'string',
      ...(minLength > 0 ? { minLength } : {}),
      ...(maxLength === undefined ? {} : { maxLength }),
      ...(pattern ? { pattern: pattern.source } : {}),
    },
    (u) => {
      if (typeof u !== 'string') return E.left('must be a string');
      if (!hasLengthWithin(u, minLength, maxLength ?? Infinity))
        return E.left(
          maxLength === undefined
            ? `must have at least ${minLength} characters`
            : `must have ${minLength} to ${maxLength} characters`,
        );
      if (pattern && !pattern.test(u))
        return E.left(`must be ${patternMeaning ?? `text matching ${pattern.source}`}`);
      return isWellFormedText(u) ? E.right(u) : E.left('must not contain NUL or lone surrogates');
    },
  );
};

export const boolean: Codec<boolean> = identityCodec('boolean', { type: 'boolean' }, (u) =>
  typeof u === 'boolean' ? E.right(u) : E.left('must be true or false'),
);

export const oneOf = <const A extends string>(...values: ReadonlyArray<A>): Codec<A> =>
  identityCodec('enum', { type: 'string', enum: values }, (u) => {
    const found = values.find((value) => value === u);
    return found === undefined ? E.left(`must be one of ${values.join(', ')}`) : E.right(found);
  });

const DATE_TIME = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** Whether the calendar has this day: `Date.parse` accepts 30 February as 2 March. */
const isDay = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
};

/** The same instant in UTC, if its year is between 1 and 9999, the range that every consumer can represent. */
const inUtc = (text: string): string | undefined => {
  const date = DATE_TIME.exec(text)?.[1];
  const time = date !== undefined && isDay(date) ? Date.parse(text) : NaN;
  const utc = Number.isNaN(time) ? '' : new Date(time).toISOString();
  return /^(?!0000)\d{4}-/.test(utc) ? utc : undefined;
};

/** An instant (RFC 3339), normalised to ISO 8601 in UTC. */
export const instant: Codec<string> = identityCodec(
  'date-time',
  { type: 'string', format: 'date-time' },
  (u) => {
    const utc = typeof u === 'string' ? inUtc(u) : undefined;
    return utc === undefined ? E.left('must be a date-time like 2026-01-31T12:00:00Z') : E.right(utc);
  },
);
