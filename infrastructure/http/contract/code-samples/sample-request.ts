import { isRecord } from '../../../../domain/codec/json.js';

/** The operation whose response never ends. Code that calls all operations in turn skips it. */
export const ENDLESS = 'watchReview';

/** A query parameter of an operation, with the value that its example shows. */
export interface SampleParameter {
  readonly name: string;
  readonly description: string;
  /** Undefined if the example leaves the parameter out. */
  readonly value: string | number | undefined;
}

/** An example request of an operation, from which its code samples are made. */
export interface SampleRequest {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** In capitals, such as `GET`. */
  readonly method: string;
  /** With parameters in braces, as in the OpenAPI document. */
  readonly path: string;
  /** The values of the parameters in the path: placeholders such as `VIDEO_ID`, or numbers. */
  readonly pathValues: Readonly<Record<string, string>>;
  readonly query: ReadonlyArray<SampleParameter>;
  /** The body, as JSON. */
  readonly body: unknown;
  readonly needsKey: boolean;
  /** The status codes of success. */
  readonly successes: ReadonlyArray<number>;
  /** The media type of the success response; undefined if it has no content. */
  readonly media: string | undefined;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string | number;
  readonly schema?: { readonly enum?: ReadonlyArray<string>; readonly [keyword: string]: unknown };
}

/** An operation in the OpenAPI document, as far as an example needs it. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: ReadonlyArray<string>;
  readonly summary: string;
  readonly description: string;
  readonly security: ReadonlyArray<object>;
  readonly parameters?: ReadonlyArray<Parameter>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

/** A query parameter's example, or the first value that a required one can have. */
const queryValue = ({ example, required, schema }: Parameter): string | number | undefined =>
  example ?? (required === true ? schema?.enum?.[0] : undefined);

const successesOf = ({ responses }: DescribedOperation): ReadonlyArray<string> =>
  Object.keys(responses).filter((status) => status.startsWith('2'));

const mediaOf = (operation: DescribedOperation): string | undefined => {
  const success = operation.responses[successesOf(operation)[0] ?? ''];
  return Object.keys(success?.content ?? {})[0];
};

export const sampleRequest = (method: string, path: string, operation: DescribedOperation): SampleRequest => {
  const { operationId, tags, summary, description, security, parameters = [], requestBody } = operation;
  return {
    operationId,
    tag: tags[0] ?? '',
    summary,
    description,
    method: method.toUpperCase(),
    path,
    pathValues: Object.fromEntries(
      parameters.filter((each) => each.in === 'path').map(({ name, example }) => [name, String(example)]),
    ),
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => ({
        name: parameter.name,
        description: parameter.description ?? '',
        value: queryValue(parameter),
      })),
    body: requestBody?.content['application/json']?.example,
    needsKey: security.length > 0,
    successes: successesOf(operation).map(Number),
    media: mediaOf(operation),
  };
};

/** The example requests of all operations in the paths of an OpenAPI document. */
export const sampleRequests = (paths: unknown): ReadonlyArray<SampleRequest> =>
  Object.entries(isRecord(paths) ? paths : {}).flatMap(([path, methods]) =>
    Object.entries(isRecord(methods) ? methods : {}).map(([method, operation]) =>
      sampleRequest(method, path, operation as DescribedOperation),
    ),
  );

/** The query parameters that the example sends. */
export const sentQuery = ({
  query,
}: SampleRequest): ReadonlyArray<SampleParameter & { readonly value: string | number }> =>
  query.flatMap((parameter) =>
    parameter.value === undefined ? [] : [{ ...parameter, value: parameter.value }],
  );

/** The path and the query of the example. */
export const sampleAddress = (request: SampleRequest): string => {
  const path = request.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => request.pathValues[name] ?? '');
  const query = sentQuery(request).map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
};

/** The name of a file for a response that is a picture, a video, an archive or other bytes; undefined for text and JSON. */
export const responseFile = ({ media = '' }: SampleRequest): string | undefined => {
  if (media === 'application/zip') return 'files.zip';
  if (media === 'application/octet-stream') return 'content.bin';
  const [kind, format] = media.split('/');
  return kind === 'image' ? `frame.${format}` : kind === 'video' ? `video.${format}` : undefined;
};

export const respondsWithJson = ({ media = '' }: SampleRequest): boolean => /[/+]json$/.test(media);
