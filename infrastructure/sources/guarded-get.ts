import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { got } from 'got';
import type { GuardedAgents } from '../net/guarded-agents.js';
import { DownloadError } from './download-error.js';

/** A response whose body has not been read yet. The caller must read or destroy the body. */
export interface SourceResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

export interface GetOptions {
  readonly agents: GuardedAgents;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Called with the host of each request before it is sent. */
  readonly onHost?: (host: string) => void;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a GET request and follows up to five redirects, each of them to `http:` or `https:` and through the guarded
 * agents. Redirects are not left to got, which would read the whole body of a redirect, however long.
 */
export const guardedGet = async (url: URL, options: GetOptions): Promise<SourceResponse> => {
  let target = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await request(target, options);
    const { location } = response.headers;
    if (!REDIRECTS.has(response.status) || location === undefined) return response;
    response.body.destroy();
    target = redirectTarget(location, target);
  }
  throw new DownloadError(`the source redirects more than ${MAX_REDIRECTS} times`);
};

const request = async (
  url: URL,
  { agents, headers, signal, onHost }: GetOptions,
): Promise<SourceResponse> => {
  onHost?.(url.host);
  const body = got.stream(url, {
    agent: { http: agents.http, https: agents.https },
    // Compressed content would have to be limited twice, and could not be resumed.
    headers: { 'user-agent': 'framewright', 'accept-encoding': 'identity', accept: '*/*', ...headers },
    decompress: false,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    signal,
  });
  // A later error reaches the reader of the body.
  body.on('error', () => undefined);
  const [response] = (await once(body, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body };
};

const redirectTarget = (location: string, base: URL): URL => {
  // Node.js decodes headers as Latin-1, but servers send UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const url = URL.canParse(text, base.href) ? new URL(text, base) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!url || !isWeb || url.username !== '' || url.password !== '') {
    throw new DownloadError(
      'the source redirects to an address that is not an http: or https: URL without credentials',
    );
  }
  return url;
};
