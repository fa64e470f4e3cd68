/** An example request of an operation, from which its code samples are made. */
export interface SampleRequest {
  readonly operationId: string;
  /** In capitals, such as `GET`. */
  readonly method: string;
  /** With parameters in braces, as in the OpenAPI document. */
  readonly path: string;
  /** The values of the parameters in the path: placeholders such as `VIDEO_ID`, or numbers. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** The query parameters that the example sends. */
  readonly query: Readonly<Record<string, string | number>>;
  readonly body: unknown;
  readonly needsKey: boolean;
  /** The media type of the success response; undefined if it has no content. */
  readonly media: string | undefined;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: string | number;
  readonly schema?: { readonly enum?: ReadonlyArray<string>; readonly [keyword: string]: unknown };
}

/** An operation in the OpenAPI document, as far as an example needs it. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly security: ReadonlyArray<object>;
  readonly parameters?: ReadonlyArray<Parameter>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

/** A query parameter's example, or the first value that a required one can have. */
const queryValue = ({ example, required, schema }: Parameter): string | number | undefined =>
  example ?? (required === true ? schema?.enum?.[0] : undefined);

const mediaOf = ({ responses }: DescribedOperation): string | undefined => {
  const success = Object.keys(responses).find((status) => status.startsWith('2')) ?? '';
  return Object.keys(responses[success]?.content ?? {})[0];
};

export const sampleRequest = (method: string, path: string, operation: DescribedOperation): SampleRequest => {
  const { operationId, security, parameters = [], requestBody } = operation;
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    pathValues: Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name, example }) => [name, String(example)]),
    ),
    query: Object.fromEntries(
      parameters.flatMap((parameter) => {
        const value = parameter.in === 'query' ? queryValue(parameter) : undefined;
        return value === undefined ? [] : [[parameter.name, value]];
      }),
    ),
    body: requestBody?.content['application/json']?.example,
    needsKey: security.length > 0,
    media: mediaOf(operation),
  };
};

export const sampleAddress = (request: SampleRequest): string => {
  const path = request.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => request.pathValues[name] ?? '');
  const query = Object.entries(request.query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
};

/** The name of a file for a response that is a picture, a video, an archive or other bytes; undefined for text and JSON. */
export const responseFile = ({ media = '' }: SampleRequest): string | undefined => {
  if (media === 'application/zip') return 'files.zip';
  if (media === 'application/octet-stream') return 'content.bin';
  const [kind, format] = media.split('/');
  return kind === 'image' ? `frame.${format}` : kind === 'video' ? `video.${format}` : undefined;
};

/** Whether the response is JSON. */
export const respondsWithJson = ({ media = '' }: SampleRequest): boolean => /[/+]json$/.test(media);
