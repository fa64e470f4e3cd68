import * as t from 'io-ts';
import { type JsonSchema, withSchema } from './codec.js';
import { isRecord } from './json.js';
import { instant } from './scalars.js';

// Codecs of recorded events. Recorded events are permanent, so their codecs are more lenient than codecs of requests:
// unknown fields are kept, because a later release may add some, and values are not checked against current limits.
// They return the value that they validated, not a copy.

/** A whole number from 0 that fits a 4-byte column. */
export const count = Object.assign(
  t.refinement(t.number, (n) => Number.isInteger(n) && n >= 0 && n < 2 ** 31, 'count'),
  { jsonSchema: { type: 'integer', minimum: 0 } },
);

/** An instant (RFC 3339), not normalised. */
export const recordedAt = t.refinement(t.string, (text) => instant.is(text), 'instant');

type Required<R extends t.Props> = { readonly [K in keyof R]: t.TypeOf<R[K]> };
type Optional<P extends t.Props> = { readonly [K in keyof P]?: t.TypeOf<P[K]> };
type Simplify<A> = { readonly [K in keyof A]: A[K] };
/** What {@link stored} decodes to. */
type StoredOf<R extends t.Props, P extends t.Props> = Simplify<Required<R> & Optional<P>>;

/** The field information of a codec made by {@link stored}. */
interface WithFields<R extends t.Props, P extends t.Props> extends WithSchema {
  readonly required: R;
  readonly optional: P;
}

interface WithSchema {
  /** Complete only if all fields are {@link shown}. */
  readonly jsonSchema: JsonSchema;
}

const schemaOf = (inner: t.Mixed): JsonSchema => {
  if ('jsonSchema' in inner) return inner.jsonSchema as JsonSchema;
  if (inner instanceof t.ReadonlyArrayType) return { type: 'array', items: schemaOf(inner.type as t.Mixed) };
  return { type: inner.name };
};

/**
 * The codec of a stored value that the API returns unchanged, with a description for the OpenAPI document. `more` adds
 * or overrides parts of its schema.
 */
export const shown = <C extends t.Mixed>(
  description: string,
  inner: C,
  more: JsonSchema = {},
): C & WithSchema => withSchema(inner, { ...schemaOf(inner), description, ...more });

/** An object with at least the required fields; optional fields are validated if present. */
export const stored = <R extends t.Props, P extends t.Props = Record<never, never>>(
  required: R,
  optional: P = {} as P,
): t.Type<StoredOf<R, P>, StoredOf<R, P>, unknown> & WithFields<R, P> => {
  const fields = Object.entries({ ...required, ...optional });
  const isLeftOut = (value: unknown, key: string): boolean => value === undefined && key in optional;
  const codec = new t.Type<StoredOf<R, P>, StoredOf<R, P>, unknown>(
    'stored',
    (u): u is StoredOf<R, P> =>
      isRecord(u) && fields.every(([key, field]) => isLeftOut(u[key], key) || field.is(u[key])),
    (u, context) => {
      if (!isRecord(u)) return t.failure(u, context);
      const errors: t.ValidationError[] = [];
      for (const [key, field] of fields) {
        if (isLeftOut(u[key], key)) continue;
        const checked = field.validate(u[key], t.appendContext(context, key, field, u[key]));
        if (checked._tag === 'Left') errors.push(...checked.left);
      }
      return errors.length > 0 ? t.failures(errors) : t.success(u as StoredOf<R, P>);
    },
    (value) => value,
  );
  const mandatory = Object.keys(required);
  const jsonSchema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(([key, field]) => [key, schemaOf(field)])),
    ...(mandatory.length > 0 ? { required: mandatory } : {}),
    additionalProperties: false,
  };
  return Object.assign(codec, { required, optional, jsonSchema });
};

/**
 * The same codec for a narrower type, whose values were fully validated before they were recorded. TypeScript checks
 * that the codec accepts every value of the type.
 */
export const checkedBefore = <A extends Wide, Wide>(
  wide: t.Type<Wide, Wide, unknown>,
): t.Type<A, A, unknown> => wide as unknown as t.Type<A, A, unknown>;

/** The codec of a recorded event of this type. */
export const event = <const Type extends string, Data>(type: Type, data: t.Type<Data, Data, unknown>) =>
  stored({ type: t.literal(type), data });
