import { KeySetRecord, LogProofRecord } from '../../../application/records/log-records.js';
import { ErrorRecord } from './error-record.js';
import { wrapped } from './pages.js';
import { HealthRecord } from './health-record.js';

// The paths that need no API key, as OpenAPI describes them.

const problem = (description: string) => ({
  description,
  content: { 'application/json': { schema: ErrorRecord.jsonSchema } },
});

const bytes = { schema: { type: 'string', contentMediaType: 'video/mp4' } };

const output = (method: 'get' | 'head') => ({
  operationId: method === 'get' ? 'getOutput' : 'headOutput',
  tags: ['Service'],
  summary: method === 'get' ? 'Download an output' : 'Get the size and type of an output',
  description:
    'The URL is the `outputUrl` of a completed render. It cannot be guessed, so no API key is needed. Supports byte ranges (`Range`, `If-Range`) and `If-None-Match`.',
  security: [],
  parameters: [
    {
      name: 'key',
      in: 'path',
      required: true,
      description: 'Name of the file.',
      example: 'OUTPUT_KEY',
      schema: { type: 'string' },
    },
    ...(method === 'get'
      ? [
          {
            name: 'Range',
            in: 'header',
            required: false,
            description: 'A single byte range, such as `bytes=0-1023`.',
            schema: { type: 'string' },
          },
        ]
      : []),
  ],
  responses: {
    200: { description: 'The file.', ...(method === 'get' ? { content: { 'video/mp4': bytes } } : {}) },
    ...(method === 'get'
      ? {
          206: { description: 'The requested range of the file.', content: { 'video/mp4': bytes } },
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

const health = (
  id: string,
  summary: string,
  description: string,
  failing: boolean,
  parameters: ReadonlyArray<object> = [],
) => ({
  get: {
    operationId: id,
    tags: ['Service'],
    summary,
    description,
    security: [],
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: {
      200: { description: 'Yes.', content: { 'application/json': { schema: HealthRecord.jsonSchema } } },
      ...(failing
        ? {
            503: { description: 'No.', content: { 'application/json': { schema: HealthRecord.jsonSchema } } },
          }
        : {}),
    },
  },
});

export const UNAUTHENTICATED_PATHS = {
  '/outputs/{key}': { get: output('get'), head: output('head') },
  '/healthz': health('isAlive', 'Check liveness', 'Succeeds while the process can answer requests.', false),
  '/readyz': health(
    'isReady',
    'Check readiness',
    'Fails if a server that the API depends on is unreachable, if a read model is stalled, while the process is shutting down, or if the stored history differs from the log.',
    true,
    [
      {
        name: 'for',
        in: 'query',
        required: false,
        description:
          'With `reads`, a history that differs from the log is no failure: only commands on the streams concerned are refused.',
        schema: { type: 'string', enum: ['reads'] },
      },
    ],
  ),
  '/log/checkpoint': {
    get: {
      operationId: 'getCheckpointNote',
      tags: ['Log'],
      summary: 'Get the newest checkpoint as a signed note',
      description: 'For witnesses of transparency logs: the text of the note alone (C2SP tlog-checkpoint).',
      security: [],
      responses: {
        200: {
          description: 'The signed note.',
          content: { 'text/plain': { schema: { type: 'string', description: 'The note.' } } },
        },
        404: {
          description: 'Nothing has been signed yet.',
          content: { 'application/json': { schema: ErrorRecord.jsonSchema } },
        },
      },
    },
  },
  '/log/consistency': {
    get: {
      operationId: 'getConsistencyProof',
      tags: ['Log'],
      summary: 'Get a proof from one checkpoint to a later one',
      description:
        'For witnesses: the proof (RFC 9162, section 2.1.4) that the log begins with its first `from` events.',
      security: [],
      parameters: ['from', 'size'].map((name) => ({
        name,
        in: 'query',
        required: true,
        description:
          name === 'from' ? 'The size of the earlier checkpoint.' : 'The size of the later checkpoint.',
        example: name === 'from' ? 1 : 2,
        schema: { type: 'integer', minimum: 0 },
      })),
      responses: {
        200: {
          description: 'The proof.',
          content: { 'application/json': { schema: wrapped(LogProofRecord) } },
        },
        400: problem('`from` is greater than `size`, or `size` than that of the newest checkpoint.'),
      },
    },
  },
  '/.well-known/framewright-keys.json': {
    get: {
      operationId: 'getSigningKeys',
      tags: ['Log'],
      summary: 'Get the public keys of the service',
      description:
        'A JSON Web Key Set (RFC 7517) of the Ed25519 keys that sign checkpoints and receipts. Retired keys stay in it, with the time from which they sign nothing.',
      security: [],
      responses: {
        200: {
          description: 'The keys, the newest first.',
          content: { 'application/jwk-set+json': { schema: KeySetRecord.jsonSchema } },
        },
      },
    },
  },
  '/schema/video.json': {
    get: {
      operationId: 'getVideoSchema',
      tags: ['Service'],
      summary: 'Get the JSON Schema of a video project',
      description:
        'For editors: name this address in the field `$schema` of a file, and they complete and check it (JSON Schema 2020-12).',
      security: [],
      responses: {
        200: {
          description: 'The schema.',
          content: { 'application/schema+json': { schema: { type: 'object', additionalProperties: true } } },
        },
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'getMetrics',
      tags: ['Service'],
      summary: 'Get metrics',
      description: 'Progress and health of the read models, in the Prometheus text format.',
      security: [],
      responses: {
        200: {
          description: 'The metrics.',
          content: { 'text/plain': { schema: { type: 'string', description: 'One metric per line.' } } },
        },
      },
    },
  },
};
