import type { JsonSchema } from '../../../domain/codec/codec.js';
import type { Operation } from '../server/operation.js';

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: 'Identifier from an earlier response.',
    schema: { type: 'string' },
  }));

const queryParameters = ({ query, exampleQuery = {} }: Operation) => {
  if (!query) return [];
  const { properties = {}, required = [] } = query.jsonSchema as {
    properties?: Readonly<Record<string, JsonSchema>>;
    required?: ReadonlyArray<string>;
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(typeof description === 'string' ? { description } : {}),
    ...(exampleQuery[name] === undefined ? {} : { example: exampleQuery[name] }),
    schema,
  }));
};

const headerParameter = (name: string, description: string, schema: JsonSchema = { type: 'string' }) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

/** Whether the operation can respond with 304 to a conditional request (RFC 9110, 13.1.2). */
export const canBeUnchanged = ({ method, answers }: Pick<Operation, 'method' | 'answers'>): boolean =>
  method === 'GET' && (answers.versioned === true || answers.tagged === true);

const headerParameters = ({ method, answers, headers = {}, isRead }: Operation) => [
  ...Object.entries(headers).map(([name, description]) => headerParameter(name, description)),
  ...(method === 'POST' && isRead !== true
    ? [
        headerParameter(
          'Idempotency-Key',
          'A unique name of your choice for this request. Repeating the request with the same key and body returns the same response and has no further effect, for at least 48 hours.',
          { type: 'string', minLength: 1, maxLength: 255 },
        ),
      ]
    : []),
  ...(answers.problems.includes(412)
    ? [
        headerParameter(
          'If-Match',
          'Change the video only if it still has this ETag; otherwise respond with 412.',
        ),
      ]
    : []),
  ...(canBeUnchanged({ method, answers })
    ? [headerParameter('If-None-Match', 'Respond with 304 if the ETag is still this one.')]
    : []),
];

/** The parameters of an operation: in its path, in its query, and in headers. */
export const parametersOf = (operation: Operation) => [
  ...pathParameters(operation.path),
  ...queryParameters(operation),
  ...headerParameters(operation),
];
