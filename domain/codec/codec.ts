import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

/** A JSON Schema 2020-12 fragment. The OpenAPI document is composed of these. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * An io-ts codec that also knows its JSON Schema, so that one definition validates requests and
 * describes them. Unlike the stock io-ts codecs, those made here refuse NaN and unknown fields.
 */
export interface Codec<A, O = A> extends t.Type<A, O, unknown> {
  readonly jsonSchema: JsonSchema;
}

/** A codec. Without `encode`, a value is its own encoded form. */
export const codec = <A, O = A>(
  name: string,
  jsonSchema: JsonSchema,
  validate: t.Validate<unknown, A>,
  encode: t.Encode<A, O> = (a) => a as unknown as O,
): Codec<A, O> =>
  Object.assign(
    new t.Type<A, O, unknown>(name, (u): u is A => E.isRight(validate(u, [])), validate, encode),
    { jsonSchema },
  );

/** A codec that encodes a value as itself. `validate` returns the value, or the problem, such as `must be …`. */
export const identityCodec = <A>(
  name: string,
  jsonSchema: JsonSchema,
  validate: (u: unknown) => E.Either<string, A>,
): Codec<A> =>
  codec<A>(name, jsonSchema, (u, context) => {
    const checked = validate(u);
    return E.isLeft(checked) ? t.failure(u, context, checked.left) : t.success(checked.right);
  });

export const withSchema = <C extends t.Mixed>(
  inner: C,
  jsonSchema: JsonSchema,
): C & { readonly jsonSchema: JsonSchema } =>
  Object.assign(Object.create(Object.getPrototypeOf(inner) as object) as C, inner, { jsonSchema });

/**
 * The codec with a description for the OpenAPI document. `more` adds or overrides parts of its schema; with a `title`,
 * it becomes a named component.
 */
export const about = <C extends t.Mixed & { readonly jsonSchema: JsonSchema }>(
  description: string,
  inner: C,
  more: JsonSchema = {},
): C => withSchema(inner, { ...inner.jsonSchema, description, ...more });

/** The codec, with its decoded value normalised by `normalise`, which must be idempotent. */
export const normalised = <A>(inner: Codec<A>, normalise: (a: A) => A): Codec<A> =>
  codec<A>(
    inner.name,
    inner.jsonSchema,
    (u, context) => E.map(normalise)(inner.validate(u, context)),
    inner.encode,
  );

/** Formats an io-ts context as a path like `clips[2].timeFrame.end`. */
export const formatPath = (context: t.Context): string =>
  context
    .map(({ key }) => key)
    .filter((key) => key !== '')
    .reduce(
      (path, key) => (/^\d+$/.test(key) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
      '',
    );

const MAX_PROBLEMS = 100;

/** One line for each of the first {@link MAX_PROBLEMS} problems; a last line says how many more there are. */
export const firstProblems = <Problem>(
  problems: ReadonlyArray<Problem>,
  line: (problem: Problem) => string,
): ReadonlyArray<string> => {
  const lines = problems.slice(0, MAX_PROBLEMS).map(line);
  const more = problems.length - lines.length;
  return more === 0 ? lines : [...lines, `and ${more} more ${more === 1 ? 'problem' : 'problems'}`];
};

/** One line per problem, starting with the path of the field: `clips[2].volume must be …`. */
export const formatErrors = (errors: t.Errors): ReadonlyArray<string> =>
  firstProblems(
    errors,
    ({ context, message }) => `${formatPath(context) || 'body'} ${message ?? 'is invalid'}`,
  );

/** The errors of a failed validation, or none, so that several validations can be reported together. */
export const errorsOf = (decoded: t.Validation<unknown>): t.Errors => (E.isLeft(decoded) ? decoded.left : []);

/** Decodes a value; problems are readable lines. */
export const decode = <A>(codecOfA: Codec<A, unknown>, u: unknown): E.Either<ReadonlyArray<string>, A> =>
  E.mapLeft(formatErrors)(codecOfA.decode(u));

/** Decodes a field of the request body; problems start with its path. */
export const decodeField = <A>(codecOfA: Codec<A, unknown>, u: unknown, field: string): t.Validation<A> =>
  codecOfA.validate(u, [{ key: field, type: codecOfA }]);
