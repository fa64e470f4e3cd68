import * as E from 'fp-ts/lib/Either.js';
import { about, identityCodec } from '../../../domain/codec/codec.js';
import { record } from '../../../domain/codec/containers.js';
import { isRecord } from '../../../domain/codec/json.js';
import { boolean, oneOf } from '../../../domain/codec/scalars.js';

const servers = identityCodec<Readonly<Record<string, unknown>>>(
  'servers',
  { type: 'object', additionalProperties: boolean.jsonSchema },
  (u) =>
    isRecord(u) && Object.values(u).every(boolean.is)
      ? E.right(u)
      : E.left('must map names to true or false'),
);

/** Whether the process serves requests, and whether the servers it depends on are reachable. */
export const HealthRecord = about(
  'The health of the service.',
  record(
    { status: about('Whether the service can handle requests.', oneOf('ok', 'unavailable')) },
    {
      servers: about(
        'Whether each server is reachable, by name; `history`: whether the stored history matches the log, as far as it was compared.',
        servers,
      ),
    },
  ),
  { title: 'Health' },
);
