import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { codec, type Codec, type JsonSchema } from './codec.js';
import { array } from './containers.js';
import { isRecord } from './json.js';

type JsonKind = 'number' | 'string' | 'boolean' | 'array' | 'object';
type Checked = t.Mixed & { readonly jsonSchema: JsonSchema };

const kindOf = (u: unknown): JsonKind | undefined => {
  if (Array.isArray(u)) return 'array';
  if (isRecord(u)) return 'object';
  if (typeof u === 'number') return 'number';
  if (typeof u === 'string') return 'string';
  return typeof u === 'boolean' ? 'boolean' : undefined;
};

/**
 * A value of one of several JSON types. Each type has its own codec, so problems refer to the type that was sent. The
 * problem of any other type is `must be …`, with `expected`. So is that of an invalid string where a number is accepted:
 * `"640"` and `"24px"` are more likely wrong numbers than misspelt words.
 */
export const alternatives = <V extends { readonly [K in keyof V]: K extends JsonKind ? Checked : never }>(
  expected: string,
  byKind: V,
): Codec<t.TypeOf<V[keyof V]>> => {
  type A = t.TypeOf<V[keyof V]>;
  const choices: Readonly<Partial<Record<JsonKind, Checked>>> = byKind;
  return codec<A>(
    'alternatives',
    { anyOf: Object.values(choices).map(({ jsonSchema }) => jsonSchema) },
    (u, context) => {
      const kind = kindOf(u);
      const choice = kind === undefined ? undefined : choices[kind];
      const problem = u === undefined ? 'is required' : `must be ${expected}`;
      if (!choice) return t.failure(u, context, problem);
      const decoded = choice.validate(u, context) as t.Validation<A>;
      return E.isLeft(decoded) && kind === 'string' && choices.number
        ? t.failure(u, context, problem)
        : decoded;
    },
  );
};

/** A list of exactly `length` items. */
export const fixedArray = <A>(item: Codec<A>, length: number): Codec<ReadonlyArray<A>> => {
  const list = array(item);
  return codec<ReadonlyArray<A>>(
    'fixedArray',
    { ...list.jsonSchema, minItems: length, maxItems: length },
    (u, context) =>
      Array.isArray(u) && u.length === length
        ? list.validate(u, context)
        : t.failure(u, context, `must be a list of ${length} items`),
  );
};
