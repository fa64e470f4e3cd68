/** The OpenAPI document of the API, and checks that responses conform to it. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../../infrastructure/http/contract/openapi.js';
import type { Reply } from '../service/reply.js';
import { PUBLIC_BASE_URL } from '../service/public-base-url.js';

interface DescribedResponse {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
  readonly headers?: object;
}

export interface Described {
  readonly operationId: string;
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Record<string, { schema: object; example?: unknown }>;
  };
  readonly parameters?: ReadonlyArray<{
    name: string;
    in: string;
    required?: boolean;
    schema: Record<string, unknown>;
  }>;
  readonly responses: Readonly<Record<string, DescribedResponse | { readonly $ref: string }>>;
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Record<string, unknown>>>;
    readonly responses: Readonly<Record<string, DescribedResponse>>;
  };
}

export const description = openApiDocument(PUBLIC_BASE_URL) as unknown as Description;

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateFormats: true,
  // To optimise the code of a validator takes longer than the code is run.
  code: { optimize: false },
});
addFormats.default(ajv);
ajv.addSchema({ $id: 'api', components: description.components });

/** Makes references absolute for the validator: those of the document, and those of codecs, which are titles. */
const absolute = (schema: unknown): unknown =>
  JSON.parse(
    JSON.stringify(schema)
      .replaceAll('"#/components/', '"api#/components/')
      .replaceAll(/"\$ref":"(\w+)"/g, '"$ref":"api#/components/schemas/$1"'),
  ) as unknown;

const compiled = new Map<string, ValidateFunction>();

/** Validates a value against a schema of the document. */
export const schemaProblems = (schema: object, value: unknown): ReadonlyArray<string> => {
  const text = JSON.stringify(schema);
  let validate = compiled.get(text);
  if (!validate) {
    validate = ajv.compile(absolute(schema) as object);
    compiled.set(text, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
};

const toPattern = (template: string): RegExp => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]*')}$`);
const patterns = Object.keys(description.paths).map((template) => [toPattern(template), template] as const);

/** The operation of a request, if there is one. */
export const operationOf = (method: string, url: string): Described | undefined => {
  // A dry run is described as the check that it is.
  const path = /[?&]dryRun=true/.test(url) ? '/v1/check' : (url.split('?')[0] ?? '');
  const found = patterns.find(([pattern]) => pattern.test(path))?.[1];
  const byMethod = found === undefined ? undefined : description.paths[found];
  return byMethod?.[method.toLowerCase()] ?? (method === 'HEAD' ? byMethod?.['get'] : undefined);
};

const errorSchema = { $ref: '#/components/schemas/Error' };

/** The ways in which a response violates the document; empty if it conforms. */
export const answerProblems = (method: string, url: string, reply: Reply): ReadonlyArray<string> => {
  // Headers that are too large, the address included, are refused before the operation is known.
  const operation = reply.status === 431 ? undefined : operationOf(method, url);
  if (!operation) return reply.status < 400 ? [] : schemaProblems(errorSchema, reply.body);
  const listed = operation.responses[String(reply.status)];
  const response =
    listed && '$ref' in listed
      ? description.components.responses[listed.$ref.slice('#/components/responses/'.length)]
      : listed;
  if (!response) return [`status ${reply.status} of ${operation.operationId} is not described`];
  const type = reply.headers.get('content-type')?.split(';')[0] ?? '';
  if (type !== 'application/json' && response.content?.[type]) return [];
  const schema = response.content?.['application/json']?.schema;
  if (method === 'HEAD' || (schema === undefined && reply.text === '')) return [];
  return schema === undefined
    ? response.content
      ? []
      : ['a body that is not described']
    : schemaProblems(schema, reply.body);
};
