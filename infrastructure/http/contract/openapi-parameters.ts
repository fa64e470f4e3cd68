import type { JsonSchema } from '../../../domain/codec/codec.js';
import type { Operation } from '../server/operation.js';

const constantCase = (name: string): string => name.replaceAll(/([A-Z])/g, '_$1').toUpperCase();

/** The placeholder of a parameter in the path: an `id` is named after the collection before it. */
const placeholderOf = ({ path, idExample }: Pick<Operation, 'path' | 'idExample'>, name: string): string => {
  if (name === 'version') return '1';
  if (name !== 'id') return constantCase(name);
  const collection = /\/(\w+)\/\{id\}/.exec(path)?.[1] ?? '';
  return idExample ?? `${constantCase(collection.replace(/(ch|s)es$/, '$1').replace(/s$/, ''))}_ID`;
};

/** An OpenAPI parameter: a string, required only in a path, unless `overrides` says otherwise. */
export const parameter = (
  location: 'path' | 'query' | 'header',
  name: string,
  description: string,
  overrides: Readonly<Record<string, unknown>> = {},
) => ({
  name,
  in: location,
  required: location === 'path',
  description,
  schema: { type: 'string' },
  ...overrides,
});

const pathParameters = (operation: Operation) =>
  [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    parameter('path', name, 'Identifier from an earlier response.', {
      example: placeholderOf(operation, name),
    }),
  );

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

/** Whether the operation can respond with 304 to a conditional request (RFC 9110, 13.1.2). */
export const canBeUnchanged = ({ method, versioned, tagged }: Operation): boolean =>
  method === 'GET' && (versioned === true || tagged === true);

const headerParameters = (operation: Operation) => [
  ...Object.entries(operation.headers ?? {}).map(([name, description]) =>
    parameter('header', name, description),
  ),
  ...(operation.method === 'POST' && operation.isRead !== true
    ? [
        parameter(
          'header',
          'Idempotency-Key',
          'A unique name of your choice for this request. Repeating the request with the same key and body returns the same response and has no further effect, for at least 48 hours.',
          { schema: { type: 'string', minLength: 1, maxLength: 255 } },
        ),
      ]
    : []),
  ...(operation.problems?.includes(412)
    ? [
        parameter(
          'header',
          'If-Match',
          'Change the video only if it still has this ETag; otherwise respond with 412.',
        ),
      ]
    : []),
  ...(canBeUnchanged(operation)
    ? [parameter('header', 'If-None-Match', 'Respond with 304 if the ETag is still this one.')]
    : []),
];

export const parametersOf = (operation: Operation) => [
  ...pathParameters(operation),
  ...queryParameters(operation),
  ...headerParameters(operation),
];
