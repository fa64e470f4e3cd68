import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { type Codec, codec, identityCodec } from './codec.js';

const NON_TEXT = /\p{Surrogate}|\0/u;
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether the value is a JSON object, not an array, null or a scalar. */
export const isRecord = (u: unknown): u is Record<string, unknown> =>
  typeof u === 'object' && u !== null && !Array.isArray(u);

/** Whether the text has no NUL and no lone surrogate, which PostgreSQL and UTF-8 cannot store. */
export const isWellFormedText = (text: string): boolean => !NON_TEXT.test(text);

/** Whether a parsed JSON value holds only well-formed text, and field names that are safe to copy. */
export const isWellFormedJson = (u: unknown): boolean => {
  if (typeof u === 'string') return isWellFormedText(u);
  if (typeof u === 'number') return Number.isFinite(u);
  if (Array.isArray(u)) return u.every(isWellFormedJson);
  if (isRecord(u))
    return Object.keys(u).every(
      (key) => !UNSAFE_KEYS.has(key) && isWellFormedText(key) && isWellFormedJson(u[key]),
    );
  return true;
};

/** Whether a well-formed string takes at most `maxBytes` as UTF-8. Fast if the string is clearly short enough. */
export const fitsInUtf8 = (text: string, maxBytes: number): boolean => {
  if (text.length * 3 <= maxBytes) return true;
  if (text.length > maxBytes) return false;
  return new TextEncoder().encode(text).length <= maxBytes;
};

/** Whether two JSON values are equal, regardless of the order of their fields. An undefined field counts as absent. */
export const sameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  return (
    isRecord(a) &&
    isRecord(b) &&
    Object.keys(a).every((key) => sameJson(a[key], b[key])) &&
    Object.keys(b).every((key) => b[key] === undefined || a[key] !== undefined)
  );
};

/** A JSON value as text, which is equal for values that {@link sameJson} finds equal. */
export const sortedJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return `{${names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${sortedJson(value[name])}`)
    .join()}}`;
};

export const AnyJson: Codec<unknown> = codec<unknown>('json', {}, t.success);

/** Any JSON object of at most `maxBytes` as UTF-8 JSON. */
export const jsonObject = (maxBytes: number): Codec<Readonly<Record<string, unknown>>> =>
  identityCodec('object', { type: 'object', additionalProperties: true }, (u) => {
    if (!isRecord(u)) return E.left('must be an object');
    if (!isWellFormedJson(u))
      return E.left('must not contain NUL, lone surrogates, unsafe field names or numbers out of range');
    return fitsInUtf8(JSON.stringify(u), maxBytes)
      ? E.right(u)
      : E.left(`must be at most ${maxBytes} bytes as JSON`);
  });

/** The object without the fields that are undefined. */
export const definedFields = <A extends object>(fields: A) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof A as undefined extends A[K] ? never : K]: A[K];
  } & { [K in keyof A as undefined extends A[K] ? K : never]?: Exclude<A[K], undefined> };

/** A value with each text in it replaced; `path` is where the text is, such as `clips[0].name`. */
export const withTexts = (
  node: unknown,
  replace: (text: string, path: string) => unknown,
  path = '',
): unknown => {
  if (typeof node === 'string') return replace(node, path);
  if (Array.isArray(node)) return node.map((item, index) => withTexts(item, replace, `${path}[${index}]`));
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, field]) => [
      key,
      withTexts(field, replace, path === '' ? key : `${path}.${key}`),
    ]),
  );
};
