import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { codec, type Codec, formatPath, type JsonSchema } from './codec.js';
import { isRecord } from './json.js';
import { marked, replacesValue, valueOfText } from './placeholders.js';
import { unknownField } from './unknown-field.js';

/** Pushes one by one: a request may have more problems than a call can have arguments. */
const addAll = (errors: t.ValidationError[], more: t.Errors): void => {
  for (const error of more) errors.push(error);
};

const unfinished = new WeakSet<object>();

/** Whether a list or object was decoded from a template with placeholders in place of other values. */
export const isUnfinished = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && unfinished.has(value);

/** The result of a codec `at` a field or item, which takes a text of a filled template for what it stands for. */
const validated = <A>(
  inner: Pick<Codec<A>, 'validate'>,
  value: unknown,
  context: t.Context,
  at: t.Context,
): t.Validation<A> => {
  const checked = inner.validate(value, at);
  if (E.isRight(checked)) return checked;
  const meant = valueOfText(value, context);
  const again = meant === undefined ? checked : inner.validate(meant, at);
  return E.isRight(again) ? again : checked;
};

/** A list of at most `maxItems` items, or of any length if omitted. */
export const array = <A, O>(
  item: Codec<A, O>,
  maxItems = Infinity,
): Codec<ReadonlyArray<A>, ReadonlyArray<O>> =>
  codec(
    'array',
    { type: 'array', items: item.jsonSchema, ...(maxItems === Infinity ? {} : { maxItems }) },
    (u, context) => {
      if (!Array.isArray(u)) return t.failure(u, context, 'must be a list');
      if (u.length > maxItems) return t.failure(u, context, `must have at most ${maxItems} items`);
      const items: A[] = [];
      const errors: t.ValidationError[] = [];
      u.forEach((value: unknown, index) => {
        const checked = validated(item, value, context, t.appendContext(context, String(index), item, value));
        if (E.isRight(checked)) items.push(checked.right);
        else if (isFilledLater('', item, value, context)) {
          items.push(value as A);
          unfinished.add(items);
        } else addAll(errors, checked.left);
      });
      if (items.some(isUnfinished)) unfinished.add(items);
      return errors.length > 0 ? t.failures(errors) : t.success(items);
    },
    (items) => items.map(item.encode),
  );

/** The codec, also accepting `null`. */
export const nullable = <A>(inner: Codec<A>): Codec<A | null> =>
  codec<A | null>(inner.name, { anyOf: [inner.jsonSchema, { type: 'null' }] }, (u, context) =>
    u === null ? t.success(null) : inner.validate(u, context),
  );

const DEFAULT = Symbol('default');
type Defaulted<A, O> = Codec<A, O> & { readonly [DEFAULT]: unknown };

/**
 * The codec, with a default for an omitted field. `value` is wire data and is decoded too, once: records without the
 * field share the result.
 */
export const withDefault = <A, O>(inner: Codec<A, O>, value: unknown): Defaulted<A, O> => {
  let decoded: t.Validation<A> | undefined;
  return Object.assign(
    codec<A, O>(
      inner.name,
      { ...inner.jsonSchema, default: value },
      (u, context) =>
        u === undefined ? (decoded ??= inner.validate(value, context)) : inner.validate(u, context),
      inner.encode,
    ),
    { [DEFAULT]: value },
    hasFields(inner) ? { fields: inner.fields } : {},
  );
};

export type Field = t.Mixed & { readonly jsonSchema: JsonSchema };
type Fields = Readonly<Record<string, Field>>;
type Required<F extends Fields> = { readonly [K in keyof F]: t.TypeOf<F[K]> };
type Optional<F extends Fields> = { readonly [K in keyof F]?: t.TypeOf<F[K]> };
type Simplify<A> = { readonly [K in keyof A]: A[K] };
/** What {@link record} decodes to. */
export type RecordOf<R extends Fields, P extends Fields> = Simplify<Required<R> & Optional<P>>;

/** The fields of a codec made by {@link record}; {@link about} and {@link withDefault} preserve them. */
export interface WithFields {
  readonly fields: Fields;
}

export const hasFields = (inner: Field): inner is Field & WithFields => 'fields' in inner;

/** Whether a field or item of a template is a placeholder. Objects, lists and the type of a clip cannot be. */
const isFilledLater = (key: string, field: Field, value: unknown, context: t.Context): boolean =>
  key !== 'type' &&
  field.jsonSchema['type'] !== 'array' &&
  !hasFields(field) &&
  replacesValue(value, context);

/** The codec for a template, in which placeholders may replace all values except objects and lists. */
export const template = <A, O>(inner: Codec<A, O>): Codec<A, O> => withMark('template', inner);

/** The codec for a filled template, in which texts may stand for numbers and booleans. */
export const filled = <A, O>(inner: Codec<A, O>): Codec<A, O> => withMark('filled', inner);

const withMark = <A, O>(mark: 'template' | 'filled', inner: Codec<A, O>): Codec<A, O> =>
  codec(inner.name, inner.jsonSchema, (u, context) => inner.validate(u, marked(mark, context)), inner.encode);

/**
 * A rule between fields. `problem` returns what `field` must be, given the fields in `among`, or undefined. It runs
 * only if all of these are valid by themselves. `path` is the path of the object.
 */
export interface Rule<Value> {
  readonly field: keyof Value & string;
  readonly among: ReadonlyArray<keyof Value & string>;
  readonly problem: (value: Value, path: string) => string | undefined;
}

/** The rule that exactly one of two optional fields is set. */
export const exactlyOneOf = <F extends string, O extends string>(field: F, other: O) => ({
  field,
  among: [other],
  problem: (value: { readonly [K in F | O]?: unknown }, path: string): string | undefined => {
    if (value[field] === undefined) return value[other] === undefined ? 'is required' : undefined;
    return value[other] === undefined ? undefined : `must not be combined with ${path}.${other}`;
  },
});

/**
 * An object with exactly these fields. A missing required field and an unknown field are problems; all problems are
 * reported at once. A field made by {@link withDefault} may be omitted. `rules` reject contradictions between fields.
 */
export const record = <R extends Fields, P extends Fields = Record<never, never>>(
  required: R,
  optional: P = {} as P,
  rules: ReadonlyArray<Rule<RecordOf<R, P>>> = [],
): Codec<RecordOf<R, P>> & WithFields => {
  const fields: Fields = { ...required, ...optional };
  const entries = Object.entries(fields);
  const mandatory = Object.keys(required).filter((key) => !(DEFAULT in (required[key] as object)));
  const validate: t.Validate<unknown, RecordOf<R, P>> = (u, context) => {
    if (u === undefined) return t.failure(u, context, 'is required');
    if (!isRecord(u)) return t.failure(u, context, 'must be an object');
    const errors: t.ValidationError[] = [];
    const invalid = new Set<string>();
    const at = (key: string, value: unknown): t.Context => t.appendContext(context, key, t.unknown, value);
    const refuse = (key: string, value: unknown, message: string): void => {
      errors.push({ value, context: at(key, value), message });
      invalid.add(key);
    };
    for (const key of Object.keys(u))
      if (!Object.hasOwn(fields, key)) {
        invalid.add(key);
        errors.push(unknownField(key, u[key], at(key, u[key]), fields));
      }
    const decoded: Record<string, unknown> = {};
    for (const [key, field] of entries) {
      const value = Object.hasOwn(u, key) ? u[key] : undefined;
      if (value === undefined && key in optional) continue;
      if (value === undefined && mandatory.includes(key)) {
        refuse(key, value, 'is required');
        continue;
      }
      const checked = validated(field, value, context, at(key, value));
      if (E.isRight(checked)) {
        decoded[key] = checked.right;
        if (!isUnfinished(checked.right)) continue;
      } else if (isFilledLater(key, field, value, context)) decoded[key] = value;
      else addAll(errors, checked.left);
      if (key in decoded) unfinished.add(decoded);
      // Rules between fields wait for values and lists that are filled in later.
      if (!isRecord(decoded[key])) invalid.add(key);
    }
    const value = decoded as RecordOf<R, P>;
    for (const { field, among, problem } of rules) {
      if ([field, ...among].some((key) => invalid.has(key))) continue;
      const message = problem(value, formatPath(context));
      if (message !== undefined) refuse(field, decoded[field], message);
    }
    return errors.length > 0 ? t.failures(errors) : t.success(value);
  };
  return Object.assign(codec('object', schemaOf(fields, mandatory), validate), { fields });
};

const schemaOf = (fields: Fields, mandatory: ReadonlyArray<string>) => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.jsonSchema])),
  ...(mandatory.length > 0 ? { required: mandatory } : {}),
  additionalProperties: false,
});
