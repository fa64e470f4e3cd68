import * as E from 'fp-ts/lib/Either.js';
import { about, type Codec, identityCodec } from '../../domain/codec/codec.js';
import { isRecord } from '../../domain/codec/json.js';
import { string } from '../../domain/codec/scalars.js';

// Fields that several records share. Records are read leniently where their schema says more: the service wrote them.

/** An ISO 8601 time in UTC. */
export const dateTime = (description: string): Codec<string> =>
  about(description, string(), { format: 'date-time' });

/** Text of any length. */
export const text = (description: string): Codec<string> => about(description, string());

/** An absolute URL. */
export const uri = (description: string): Codec<string> => about(description, string(), { format: 'uri' });

/** A JSON object with any fields. */
export const anyObject = (description: string): Codec<Readonly<Record<string, unknown>>> =>
  about(
    description,
    identityCodec('object', { type: 'object', additionalProperties: true }, (u) =>
      isRecord(u) ? E.right(u) : E.left('must be an object'),
    ),
  );

/** Any JSON value. */
export const anyValue = (description: string): Codec<unknown> =>
  about(description, identityCodec<unknown>('value', {}, E.right));
