import openapiFetch, { type Client } from 'openapi-fetch';
import type { paths } from './api.js';
import { errorOf } from './errors.js';
import { type RetryOptions, retryingFetch } from './retrying-fetch.js';

/** How to reach a service. */
export interface ClientOptions extends RetryOptions {
  /** The base address of the service, such as `https://video.example.org`. */
  readonly baseUrl: string;
  /** An API key, `fw_…`. Keep it out of web pages: they use an `editorToken`. */
  readonly apiKey?: string | undefined;
  /** The token of an editor link, which permits one video only. */
  readonly editorToken?: string | undefined;
  /** Sends one request. Default: the global fetch. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Options of any call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Options of a call that creates something. */
export interface CreateOptions extends CallOptions {
  /** Repeating a call with the same key has no further effect. Default: a new key for each call. */
  readonly idempotencyKey?: string;
}

/** Every operation of the API by method and path, with types. */
export type Connection = Client<paths>;

/** The headers that tell the service who asks. */
export const credentials = ({ apiKey, editorToken }: Pick<ClientOptions, 'apiKey' | 'editorToken'>) => ({
  ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
  ...(editorToken === undefined ? {} : { authorization: `Bearer ${editorToken}` }),
});

export const connect = ({
  baseUrl,
  fetch = (request) => globalThis.fetch(request),
  ...options
}: ClientOptions): Connection =>
  openapiFetch<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { accept: 'application/json', ...credentials(options) },
    fetch: retryingFetch(fetch, options),
  });

/** What openapi-fetch returns. */
export interface Outcome<Body> {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a response.
 * @throws ApiError if its status is an error
 */
export const bodyOf = async <Body>(outcome: Promise<Outcome<Body>>): Promise<Body> => {
  const { data, error, response } = await outcome;
  if (!response.ok || data === undefined) throw errorOf(response, error);
  return data;
};

/**
 * Waits for a response without a body.
 * @throws ApiError if its status is an error
 */
export const withoutBody = async (outcome: Promise<Outcome<unknown>>): Promise<void> => {
  const { error, response } = await outcome;
  if (!response.ok) throw errorOf(response, error);
};

/** The record in a response. */
export const recordOf = async <Data>(outcome: Promise<Outcome<{ data: Data }>>): Promise<Data> =>
  (await bodyOf(outcome)).data;

/** The signal and the Idempotency-Key of a call, as openapi-fetch takes them. */
export const creating = ({ signal, idempotencyKey }: CreateOptions) => ({
  ...(signal === undefined ? {} : { signal }),
  ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
});

/** What a request of one thing names: its id. */
export const ofId = (id: string) => ({ params: { path: { id } } });
