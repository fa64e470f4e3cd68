import * as E from 'fp-ts/lib/Either.js';
import { about, type Codec, identityCodec } from '../../domain/codec/codec.js';
import { isRecord } from '../../domain/codec/json.js';
import { fraction, number, string } from '../../domain/codec/scalars.js';
import type { WithFields } from '../../domain/codec/containers.js';

// Codecs of fields that several records share. They validate less than their schemas demand, because the service itself
// writes the records.

/** An ISO 8601 time in UTC. */
export const dateTime = (description: string): Codec<string> =>
  about(description, string(), { format: 'date-time' });

export const text = (description: string): Codec<string> => about(description, string());

/** An integer that is not negative. */
export const countField = (description: string): Codec<number> =>
  about(description, number({ minimum: 0, integer: true }));

/** An integer that counts from 1. */
export const ordinal = (description: string): Codec<number> =>
  about(description, number({ minimum: 1, integer: true }));

export const fractionField = (description: string): Codec<number> => about(description, fraction);

/** A number that is not negative. */
export const amount = (description: string): Codec<number> => about(description, number({ minimum: 0 }));

export const uri = (description: string): Codec<string> => about(description, string(), { format: 'uri' });

export const anyObject = (description: string): Codec<Readonly<Record<string, unknown>>> =>
  about(
    description,
    identityCodec('object', { type: 'object', additionalProperties: true }, (u) =>
      isRecord(u) ? E.right(u) : E.left('must be an object'),
    ),
  );

export const anyValue = (description: string): Codec<unknown> =>
  about(description, identityCodec<unknown>('value', {}, E.right));

/** An object whose values are text. */
export const texts = (description: string): Codec<Readonly<Record<string, string>>> =>
  about(
    description,
    identityCodec('texts', { type: 'object', additionalProperties: { type: 'string' } }, (u) =>
      isRecord(u) && Object.values(u).every((value) => typeof value === 'string')
        ? E.right(u as Readonly<Record<string, string>>)
        : E.left('must be an object whose values are text'),
    ),
  );

/** The input of a record: optional fields may be undefined. */
type RecordInput<A> = {
  readonly [Field in keyof A]: Record<never, never> extends Pick<A, Field> ? A[Field] | undefined : A[Field];
};

/** A record from an input, without undefined fields and without fields that its codec does not have. */
export const asRecord = <A extends object>({ fields }: Codec<A> & WithFields, input: RecordInput<A>): A =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => name in fields && value !== undefined),
  ) as A;
