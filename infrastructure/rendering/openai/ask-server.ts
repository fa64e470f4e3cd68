import { got, HTTPError, TimeoutError } from 'got';

export interface OpenAiServer {
  /** Base address, e.g. `https://api.openai.com` or `http://127.0.0.1:8080`, with or without `/v1`. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** Called when an attempt fails, for the log; never with the key. */
  readonly warn: (message: string) => void;
  /** Response timeout, ms. */
  readonly timeoutMs?: number;
  /** The pause before the first retry, ms. It doubles with each further retry. */
  readonly firstPauseMs?: number;
}

/** A request to it, which is repeated when the server is busy, failing or unreachable. */
export interface ServerRequest {
  /** Its name in messages for the client, such as `the speech service`. */
  readonly service: string;
  /** Below `/v1`. */
  readonly path: string;
  readonly type: string;
  readonly accept: string;
  readonly body: Buffer;
  readonly maxResponseBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Why a server gave no usable answer: for the client, without URL, headers or body. */
export class ServerError extends Error {
  readonly circumstances: { readonly retryable: boolean; readonly httpStatus?: number };
  constructor(message: string, circumstances: ServerError['circumstances']) {
    super(message);
    this.circumstances = circumstances;
  }
}

const FURTHER_TRIES = 3;
/** A server that asks for a longer pause is not retried. */
const LONGEST_PAUSE_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** The address below which a server has its API: the configured one, with `/v1` if that is missing. */
export const apiAddress = (url: string): string => {
  const base = url.replace(/\/+$/, '').replace(/\/audio\/(?:transcriptions|speech)$/, '');
  return base.endsWith('/v1') ? base : `${base}/v1`;
};

/** The error for a response that cannot be read. */
export const unreadable = (service: string): ServerError =>
  new ServerError(`${service} returned an unreadable response`, { retryable: false });

const statusFailure = (service: string, status: number): ServerError => {
  const retryable = status === 408 || status === 429 || status >= 500;
  const meaning =
    status === 401 || status === 403
      ? 'did not accept its API key'
      : status === 429
        ? 'had too many requests'
        : `answered with status ${status}`;
  return new ServerError(`${service} ${meaning}`, { retryable, httpStatus: status });
};

const failureOf = (service: string, error: unknown): ServerError => {
  if (error instanceof ServerError) return error;
  if (error instanceof HTTPError) return statusFailure(service, error.response.statusCode);
  if (error instanceof TimeoutError)
    return new ServerError(`${service} did not respond in time`, { retryable: true });
  return new ServerError(`${service} could not be reached`, { retryable: true });
};

/** Posts a request. @returns the body of the answer @throws ServerError */
export const askServer = async (server: OpenAiServer, request: ServerRequest): Promise<Buffer> => {
  const { apiKey, firstPauseMs = 1000, warn } = server;
  const { service, type, accept, body, maxResponseBytes, signal } = request;
  const response = got.post(`${apiAddress(server.url)}${request.path}`, {
    body,
    headers: {
      'content-type': type,
      accept,
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    responseType: 'buffer',
    followRedirect: false, // a redirect could send the key and the content elsewhere
    signal,
    timeout: { connect: CONNECT_TIMEOUT_MS, request: server.timeoutMs ?? request.timeoutMs },
    retry: {
      limit: FURTHER_TRIES,
      methods: ['POST'],
      statusCodes: [408, 429, 500, 502, 503, 504],
      maxRetryAfter: LONGEST_PAUSE_MS,
      calculateDelay: ({ computedValue, attemptCount, retryAfter }) =>
        computedValue === 0 ? 0 : (retryAfter ?? firstPauseMs * 2 ** (attemptCount - 1)),
    },
    hooks: {
      beforeRetry: [(error, count) => warn(`attempt ${count} failed: ${failureOf(service, error).message}`)],
    },
  });
  let tooLong = false;
  void response.on('downloadProgress', ({ transferred }) => {
    if (transferred <= maxResponseBytes || tooLong) return;
    tooLong = true;
    response.cancel();
  });
  try {
    const { statusCode, body: answer } = await response;
    if (statusCode > 299) throw statusFailure(service, statusCode); // got does not report a redirect as an error
    return answer;
  } catch (error) {
    throw tooLong ? unreadable(service) : failureOf(service, error);
  }
};
