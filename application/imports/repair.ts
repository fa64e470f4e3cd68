import * as E from 'fp-ts/lib/Either.js';
import { type Codec, decode } from '../../domain/codec/codec.js';
import { isRecord } from '../../domain/codec/json.js';
import type { JsonObject } from './reading/json-object.js';

type Keys = ReadonlyArray<string>;

/** A problem that a codec reports, taken apart. */
const problemOf = (problem: string): { readonly keys: Keys; readonly what: string } => {
  const [, path = '', what = problem] = /^([A-Za-z0-9_.[\]-]*) (.*)$/s.exec(problem) ?? [];
  return { keys: path.split(/[.[\]]+/).filter((key) => key !== ''), what };
};

/** The value without the field at a path. */
const without = (value: unknown, [key, ...rest]: Keys): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(value))
    return rest.length === 0
      ? value.filter((_, index) => String(index) !== key)
      : value.map((item: unknown, index) => (String(index) === key ? without(item, rest) : item));
  if (!isRecord(value)) return value;
  const { [key]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [key]: without(inner, rest) };
};

/**
 * The value without the fields that a codec refuses, of which each is noted.
 * @param dispensable the path of what may be left out because of a problem at a path; undefined if nothing may
 * @returns the problems if it cannot do without a field, or if there are more than `most`
 */
export const repaired = <A, O>(
  codec: Codec<A, O>,
  value: JsonObject,
  dispensable: (keys: Keys) => Keys | undefined,
  most: number,
  note: (message: string) => void,
): E.Either<ReadonlyArray<string>, JsonObject> => {
  let current = value;
  for (let repairs = 0; ; repairs += 1) {
    const decoded = decode(codec, current);
    if (E.isRight(decoded)) return E.right(current);
    const { keys, what } = problemOf(decoded.left[0] ?? '');
    const cut = repairs < most ? dispensable(keys) : undefined;
    const less = cut && without(current, cut);
    if (!isRecord(less) || JSON.stringify(less) === JSON.stringify(current))
      return E.left(decoded.left.slice(0, 3));
    note(`${keys.join('.')} was left out: it ${what}`);
    current = less;
  }
};
