import * as E from 'fp-ts/lib/Either.js';
import { about, identityCodec } from '../../../domain/codec/codec.js';
import { record } from '../../../domain/codec/containers.js';
import { isRecord } from '../../../domain/codec/json.js';
import { boolean, oneOf } from '../../../domain/codec/scalars.js';

const servers = identityCodec<Readonly<Record<string, unknown>>>(
  'servers',
  { type: 'object', additionalProperties: boolean.jsonSchema },
  (u) =>
    isRecord(u) && Object.values(u).every(boolean.is) ? E.right(u) : E.left('must be true or false by name'),
);

/** Whether the process serves, and whether the servers behind it do. */
export const HealthRecord = about(
  'How the service is.',
  record(
    { status: about('Whether it can serve.', oneOf('ok', 'unavailable')) },
    { servers: about('Each server by name.', servers) },
  ),
  { title: 'Health' },
);
