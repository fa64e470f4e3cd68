import * as E from 'fp-ts/lib/Either.js';
import { KeySetRecord, LogProofRecord } from '../../../application/records/log-records.js';
import { ErrorRecord } from './problem.js';
import { wrapped } from './pages.js';
import { parameter } from './openapi-parameters.js';
import { about, identityCodec, type JsonSchema } from '../../../domain/codec/codec.js';
import { record } from '../../../domain/codec/containers.js';
import { isRecord } from '../../../domain/codec/json.js';
import { boolean, oneOf } from '../../../domain/codec/scalars.js';

// The paths that need no API key, as OpenAPI describes them.

const servers = identityCodec<Readonly<Record<string, unknown>>>(
  'servers',
  { type: 'object', additionalProperties: boolean.jsonSchema },
  (u) =>
    isRecord(u) && Object.values(u).every(boolean.is)
      ? E.right(u)
      : E.left('must map names to true or false'),
);

/** Whether the process serves requests, and whether the servers it depends on are reachable. */
const HealthRecord = about(
  'The health of the service.',
  record(
    { status: about('Whether the service can handle requests.', oneOf('ok', 'unavailable')) },
    {
      servers: about(
        'Whether each server is reachable, by name; `history`: whether the stored history matches the log, as far as it was compared; `disk`: whether the disk of `DATA_DIR` has space.',
        servers,
      ),
    },
  ),
  { title: 'Health' },
);

type Content = Readonly<Record<string, object>>;

const answer = (description: string, schema: JsonSchema, type = 'application/json') => ({
  description,
  content: { [type]: { schema } },
});

const problem = (description: string) => answer(description, ErrorRecord.jsonSchema);

const plainText = (description: string): JsonSchema => ({ type: 'string', description });

interface OpenOperation {
  readonly operationId: string;
  /** Default: `Service`. */
  readonly tag?: 'Log';
  readonly summary: string;
  readonly description: string;
  readonly parameters?: ReadonlyArray<object>;
  readonly responses: Readonly<Record<number, object>>;
}

const open = ({ tag, responses, parameters, operationId, ...texts }: OpenOperation) => ({
  operationId,
  tags: [tag ?? 'Service'],
  ...texts,
  security: [],
  ...(parameters ? { parameters } : {}),
  responses,
});

const get = (operation: OpenOperation) => ({ get: open(operation) });

const bytes: Content = { 'video/mp4': { schema: { type: 'string', contentMediaType: 'video/mp4' } } };

const OUTPUT_KEY = parameter('path', 'key', 'Name of the file.', { example: 'OUTPUT_KEY' });
const RANGE = parameter('header', 'Range', 'A single byte range, such as `bytes=0-1023`.');
const SIZE = { required: true, schema: { type: 'integer', minimum: 0 } };
const DOWNLOAD = parameter(
  'query',
  'download',
  'With it, whatever its value, browsers save the file under the title of the video instead of showing it.',
);

const output = (method: 'get' | 'head') =>
  open({
    operationId: method === 'get' ? 'getOutput' : 'headOutput',
    summary: method === 'get' ? 'Download an output' : 'Get the size and type of an output',
    description:
      'The URL is the `outputUrl` of a completed render. It cannot be guessed, so no API key is needed. Supports byte ranges (`Range`, `If-Range`) and `If-None-Match`.',
    parameters: method === 'get' ? [OUTPUT_KEY, DOWNLOAD, RANGE] : [OUTPUT_KEY],
    responses: {
      200: { description: 'The file.', ...(method === 'get' ? { content: bytes } : {}) },
      ...(method === 'get'
        ? {
            206: { description: 'The requested range of the file.', content: bytes },
            416: problem('Range Not Satisfiable: the range is beyond the end of the file.'),
          }
        : {}),
      304: { description: 'Not Modified: the ETag matches `If-None-Match`.' },
      404: problem('Not Found: no render has written such a file.'),
      410: problem(
        'Gone: the file was deleted, usually after its retention time (`RETENTION_DAYS`); `message` says since when, and how to render it again.',
      ),
      503: problem('Service Unavailable: retry later.'),
    },
  });

export const UNAUTHENTICATED_PATHS = {
  '/outputs/{key}': { get: output('get'), head: output('head') },
  '/healthz': get({
    operationId: 'isAlive',
    summary: 'Check liveness',
    description: 'Succeeds while the process can answer requests.',
    responses: { 200: answer('Yes.', HealthRecord.jsonSchema) },
  }),
  '/readyz': get({
    operationId: 'isReady',
    summary: 'Check readiness',
    description:
      'Fails if a server that the API depends on is unreachable, if a read model is stalled, while the process is shutting down, if the disk is full, or if the stored history differs from the log.',
    parameters: [
      parameter(
        'query',
        'for',
        'With `reads`, a full disk is no failure, nor a history that differs from the log: only what writes is refused.',
        { schema: { type: 'string', enum: ['reads'] } },
      ),
    ],
    responses: {
      200: answer('Yes.', HealthRecord.jsonSchema),
      503: answer('No.', HealthRecord.jsonSchema),
    },
  }),
  '/log/checkpoint': get({
    operationId: 'getCheckpointNote',
    tag: 'Log',
    summary: 'Get the newest checkpoint as a signed note',
    description: 'For witnesses of transparency logs: the text of the note alone (C2SP tlog-checkpoint).',
    responses: {
      200: answer('The signed note.', plainText('The note.'), 'text/plain'),
      404: problem('Nothing has been signed yet.'),
    },
  }),
  '/log/consistency': get({
    operationId: 'getConsistencyProof',
    tag: 'Log',
    summary: 'Get a proof from one checkpoint to a later one',
    description:
      'For witnesses: the proof (RFC 9162, section 2.1.4) that the log begins with its first `from` events.',
    parameters: [
      parameter('query', 'from', 'The size of the earlier checkpoint.', { ...SIZE, example: 1 }),
      parameter('query', 'size', 'The size of the later checkpoint.', { ...SIZE, example: 2 }),
    ],
    responses: {
      200: answer('The proof.', wrapped(LogProofRecord)),
      400: problem('`from` is greater than `size`, or `size` than that of the newest checkpoint.'),
    },
  }),
  '/.well-known/framewright-keys.json': get({
    operationId: 'getSigningKeys',
    tag: 'Log',
    summary: 'Get the public keys of the service',
    description:
      'A JSON Web Key Set (RFC 7517) of the Ed25519 keys that sign checkpoints and receipts. Retired keys stay in it, with the time from which they sign nothing.',
    responses: {
      200: answer('The keys, the newest first.', KeySetRecord.jsonSchema, 'application/jwk-set+json'),
    },
  }),
  '/schema/video.json': get({
    operationId: 'getVideoSchema',
    summary: 'Get the JSON Schema of a video project',
    description:
      'For editors: name this address in the field `$schema` of a file, and they complete and check it (JSON Schema 2020-12).',
    responses: {
      200: answer('The schema.', { type: 'object', additionalProperties: true }, 'application/schema+json'),
    },
  }),
  '/metrics': get({
    operationId: 'getMetrics',
    summary: 'Get metrics',
    description: 'Progress and health of the read models, in the Prometheus text format.',
    responses: { 200: answer('The metrics.', plainText('One metric per line.'), 'text/plain') },
  }),
};
