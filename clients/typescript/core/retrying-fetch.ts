/** Resolves after that many ms, or rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** How requests are retried. */
export interface RetryOptions {
  /** Maximum number of retries of one request. Default: 4. */
  readonly retries?: number;
  /** Longest wait before a retry, in ms. A longer `Retry-After` is returned to the caller instead. Default: 60,000. */
  readonly maxWaitMs?: number;
  readonly sleep?: Sleep;
}

type Fetch = (request: Request) => Promise<Response>;

export const sleeping: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });

const FIRST_WAIT_MS = 500;

/** The wait that a response asks for, in ms: seconds or a date (RFC 9110, 10.2.3). */
const requestedWait = (header: string | null): number | undefined => {
  if (header === null || header === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};

/**
 * Whether repeating a request has no further effect. A POST carries an Idempotency-Key. A PATCH is a merge patch; with
 * If-Match, its repetition would be refused because of its own effect.
 */
const isRepeatable = ({ method, headers }: Request): boolean =>
  method === 'POST' ? headers.has('idempotency-key') : method !== 'PATCH' || !headers.has('if-match');

/** Whether a response asks for a retry. A 429 and a 409 with Retry-After had no effect. */
const isTemporary = (response: Response, request: Request): boolean =>
  response.status === 429 ||
  (response.status === 409 && response.headers.has('retry-after')) ||
  ([502, 503, 504].includes(response.status) && isRepeatable(request));

/**
 * A fetch that gives every POST an Idempotency-Key and retries what may succeed later: rate limits, conflicts and
 * unavailable servers, and lost connections. It waits as long as `Retry-After` says, or else twice as long each time.
 */
export const retryingFetch = (
  fetch: Fetch,
  { retries = 4, maxWaitMs = 60_000, sleep = sleeping }: RetryOptions = {},
): Fetch => {
  const attempt = async (request: Request, tried: number): Promise<Response> => {
    const backoff = Math.min(maxWaitMs, FIRST_WAIT_MS * 2 ** tried);
    const again = async (waitMs: number): Promise<Response> => {
      await sleep(waitMs, request.signal);
      return attempt(request, tried + 1);
    };
    let response: Response;
    try {
      response = await fetch(request.clone());
    } catch (error) {
      if (tried >= retries || request.signal.aborted || !isRepeatable(request)) throw error;
      return again(backoff);
    }
    if (tried >= retries || !isTemporary(response, request)) return response;
    const waitMs = requestedWait(response.headers.get('retry-after')) ?? backoff;
    if (waitMs > maxWaitMs) return response;
    await response.body?.cancel();
    return again(waitMs);
  };

  return (request) => {
    if (request.method !== 'POST' || request.headers.has('idempotency-key')) return attempt(request, 0);
    const named = new Request(request);
    named.headers.set('idempotency-key', crypto.randomUUID());
    return attempt(named, 0);
  };
};
