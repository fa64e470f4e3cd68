import { STATUS_CODES } from 'node:http';
import type { JsonSchema } from '../../../domain/codec/codec.js';
import type { Access } from '../server/authenticate.js';
import { scopeOf } from '../server/key-scopes.js';
import type { Operation } from '../server/operation.js';
import { ErrorRecord } from './problem.js';
import { canBeUnchanged, parametersOf } from './openapi-parameters.js';
import { PROBLEM_MEANINGS } from './openapi-texts.js';
import { timeLimitText } from './time-limits.js';

const securityOf = (access: Access): ReadonlyArray<object> => [
  { apiKey: [] },
  ...(access === 'api-key' ? [] : [{ bearer: [] }]),
];

const header = (description: string, schema: JsonSchema = { type: 'string' }) => ({ description, schema });

const HEADERS = {
  'X-Request-Id': header(
    'The id of this request: the one sent by the client, or a new one. Include it in support requests.',
  ),
  'RateLimit-Policy': header(
    'The rate limit windows of the key and their quotas: `"minute";q=10;w=60, …`. Absent if the key has no limits.',
  ),
  RateLimit: header(
    'The remaining requests in each window, and the seconds until it resets: `"minute";r=9;t=41, …`.',
  ),
  'Retry-After': header('Seconds to wait before retrying.', { type: 'integer' }),
};

const headerReferences = (...names: ReadonlyArray<keyof typeof HEADERS>) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const COMMON_HEADERS = headerReferences('X-Request-Id', 'RateLimit-Policy', 'RateLimit');

const JSON_MEDIA = 'application/json';
const WITH_SCHEMA: ReadonlySet<string> = new Set([JSON_MEDIA, 'text/event-stream']);
const BYTES: JsonSchema = { type: 'string', format: 'binary' };

const json = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

/** 404 → `NotFound` */
const problemName = (status: number): string => (STATUS_CODES[status] ?? '').replaceAll(' ', '');

/**
 * Headers and error responses that all operations refer to. Repeated in each operation, they would double the size of
 * the document, and the time that the API reference takes to load.
 */
export const SHARED_COMPONENTS = {
  headers: HEADERS,
  responses: Object.fromEntries(
    Object.entries(PROBLEM_MEANINGS).map(([status, meaning]) => [
      problemName(Number(status)),
      {
        description: `${STATUS_CODES[status] ?? ''}: ${meaning}`,
        headers: {
          ...COMMON_HEADERS,
          ...(['409', '429', '503'].includes(status) ? headerReferences('Retry-After') : {}),
        },
        content: json(ErrorRecord.jsonSchema),
      },
    ]),
  ),
};

const SENT_FILE = { schema: { description: 'The file.' } };

/** The content of a request that is a file. */
const FILE = {
  video: { 'application/octet-stream': SENT_FILE, 'video/*': SENT_FILE },
  any: {
    'application/octet-stream': SENT_FILE,
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    },
  },
};

/** The content of a request that is CSV. */
const CSV = { 'text/csv': { schema: { type: 'string', description: 'As the field `csv`.' } } };

/** The error statuses of every operation, and further ones of operations with a body or on a resource. */
const ON_EVERY_OPERATION = [400, 401, 406, 429, 500, 503];
const WITH_BODY = [413, 415];
const ON_RESOURCE = [404];

const problemsOf = ({ method, path, problems = [], isRead }: Operation): ReadonlyArray<number> =>
  [
    ...new Set([
      ...problems,
      ...ON_EVERY_OPERATION,
      ...(path.includes('{') ? ON_RESOURCE : []),
      ...(method === 'POST' || method === 'PATCH' ? WITH_BODY : []),
      // an API key without the scope for it, or the token of a link that does not permit it
      403,
      ...(method === 'POST' && isRead !== true ? [409, 422] : []),
    ]),
  ].sort((a, b) => a - b);

/** JSON and events have the schema of the operation; other media types are text or bytes. */
const contentOf = (media: ReadonlyArray<string>, schema: JsonSchema) =>
  Object.fromEntries(media.map((type) => [type, { schema: WITH_SCHEMA.has(type) ? schema : BYTES }]));

const successResponse = (operation: Operation) => ({
  description: operation.returns ?? operation.schema?.['description'] ?? 'It is done.',
  headers: {
    ...COMMON_HEADERS,
    ...(operation.versioned === true
      ? { ETag: header('The version of the video, for `If-Match` and `If-None-Match`.') }
      : {}),
    ...(operation.tagged === true ? { ETag: header('Names the content, for `If-None-Match`.') } : {}),
    ...(operation.success === 201 && operation.method === 'POST'
      ? { Location: header('Path of the created resource.') }
      : {}),
  },
  ...(operation.schema ? { content: contentOf(operation.media ?? [JSON_MEDIA], operation.schema) } : {}),
});

const describeOperation = (operation: Operation) => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  description: `${operation.description} Scope: \`${scopeOf(operation, {})}\`.${timeLimitText(operation)}`,
  security: securityOf(operation.access),
  parameters: parametersOf(operation),
  ...(operation.body
    ? {
        requestBody: {
          required: !('default' in operation.body.jsonSchema),
          content: {
            ...json(operation.body.jsonSchema, operation.example),
            ...(operation.takesFile ? FILE[operation.takesFile] : {}),
            ...(operation.takesCsv ? CSV : {}),
          },
        },
      }
    : {}),
  responses: {
    [operation.success ?? 200]: successResponse(operation),
    ...(operation.later === undefined
      ? {}
      : { 202: { description: operation.later, headers: COMMON_HEADERS } }),
    ...(operation.empty === undefined
      ? {}
      : { 204: { description: operation.empty, headers: COMMON_HEADERS } }),
    ...(canBeUnchanged(operation)
      ? { 304: { description: 'Not Modified: the ETag matches `If-None-Match`.' } }
      : {}),
    ...Object.fromEntries(
      problemsOf(operation).map((status) => [
        status,
        { $ref: `#/components/responses/${problemName(status)}` },
      ]),
    ),
  },
});

/** The paths of the document: what each operation takes and responds with. */
export const pathsOf = (operations: ReadonlyArray<Operation>) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation);
  return paths;
};
