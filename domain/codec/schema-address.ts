import * as E from 'fp-ts/lib/Either.js';
import { about, codec, type Codec } from './codec.js';
import type { WithFields } from './containers.js';
import { string } from './scalars.js';

/** The field in which text editors look for the JSON Schema of a file. */
export const schemaAddress = {
  $schema: about(
    'Address of the JSON Schema of this document, for editors: `/schema/video.json` of the service. Not stored.',
    string({ maxLength: 2048 }),
  ),
};

/** Accepts the field `$schema` of a document, but drops it from the value. */
export const withoutSchemaAddress = <A extends { readonly $schema?: string }>(
  inner: Codec<A> & WithFields,
): Codec<Omit<A, '$schema'>> & WithFields => {
  const dropAddress = (decoded: A): Omit<A, '$schema'> => {
    const { $schema: _, ...document } = decoded;
    return document;
  };
  return Object.assign(
    codec<Omit<A, '$schema'>>(inner.name, inner.jsonSchema, (u, context) =>
      E.map(dropAddress)(inner.validate(u, context)),
    ),
    { fields: inner.fields },
  );
};
