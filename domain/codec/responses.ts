import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { codec, type Codec, type JsonSchema } from './codec.js';
import { type Field, record, type RecordOf } from './containers.js';
import { isRecord } from './json.js';
import { responseForm } from './schemas.js';

// Response codecs, derived from the codecs that validate requests.

/** The response form of a codec: fields with a default are always present. */
export const inResponse = <A, O>(inner: Codec<A, O>): Codec<A, O> =>
  codec(inner.name, responseForm(inner.jsonSchema), inner.validate, inner.encode);

type Fields = Readonly<Record<string, Field>>;

export const extended = <A extends object, P extends Fields>(
  inner: Codec<A>,
  optional: P,
): Codec<A & RecordOf<Record<never, never>, P>> => {
  const added = record({}, optional);
  const propertiesOf = ({ jsonSchema }: { readonly jsonSchema: JsonSchema }): JsonSchema =>
    jsonSchema['properties'] as JsonSchema;
  return codec<A & RecordOf<Record<never, never>, P>>(
    inner.name,
    { ...inner.jsonSchema, properties: { ...propertiesOf(inner), ...propertiesOf(added) } },
    (u, context) => {
      if (!isRecord(u)) return t.failure(u, context, 'must be an object');
      const entries = Object.entries(u);
      const own = inner.validate(
        Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(optional, key))),
        context,
      );
      if (E.isLeft(own)) return own;
      const more = added.validate(
        Object.fromEntries(entries.filter(([key]) => Object.hasOwn(optional, key))),
        context,
      );
      return E.map((fields: RecordOf<Record<never, never>, P>) => ({ ...own.right, ...fields }))(more);
    },
  );
};
