import { once } from 'node:events';
import { Transform, type Readable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import type { ProxiedSource, SourceNotRead, SourceProxy } from '../../application/ports/source-proxy.js';
import type { GuardedAgents } from '../net/guarded-agents.js';
import { asDownloadError, DownloadError, unwantedStatus } from './download-error.js';
import { guardedGet, type SourceResponse } from './guarded-get.js';
import { contentEncoding } from './receive-body.js';
import { DOWNLOAD_LIMITS, type DownloadLimits } from './retried-transfer.js';
import type { TransferWatch } from '../platform/transfer-watch.js';
import { watchSource } from './watch-source.js';

/** One range of bytes: what media players ask for. */
const ONE_RANGE = /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/;

/** Documents and programs: nothing that a clip shows. */
const NOT_MEDIA = /^(?:text\/|application\/(?:json|javascript|xhtml|xml)\b)/i;

export interface ProxyOptions {
  readonly agents: GuardedAgents;
  readonly limits?: Partial<DownloadLimits>;
}

const refusalOf = (
  { status, headers }: SourceResponse,
  { assetBytes }: DownloadLimits,
): DownloadError | undefined => {
  if (status !== 200 && status !== 206) return unwantedStatus(status, undefined);
  if (NOT_MEDIA.test(headers['content-type'] ?? ''))
    return new DownloadError('the source is a document, not media');
  if (Number(headers['content-length'] ?? 0) > assetBytes)
    return new DownloadError(`the source is larger than ${assetBytes} bytes`);
  return undefined;
};

/** The body as long as it keeps to the limits. */
const limited = (body: Readable, { assetBytes }: DownloadLimits, watch: TransferWatch): Readable => {
  let passed = 0;
  const passing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      passed += chunk.length;
      watch.received(chunk.length);
      if (passed > assetBytes) done(new DownloadError(`the source is larger than ${assetBytes} bytes`));
      else done(null, chunk);
    },
  });
  body.once('error', (error) => passing.destroy(error));
  passing.once('close', () => {
    watch.end();
    body.destroy();
  });
  return body.pipe(passing);
};

/**
 * Passes on sources over HTTP and HTTPS from publicly routable addresses, within the size and pace that downloads have.
 * Nothing of the request but its range reaches the source's server, and no header of its response but those of
 * {@link ProxiedSource} come back.
 */
export const guardedSourceProxy = ({ agents, limits: changed }: ProxyOptions): SourceProxy => {
  const limits = { ...DOWNLOAD_LIMITS, ...changed };

  const get = async (
    url: string,
    range: string | undefined,
    signal: AbortSignal,
    watch: TransferWatch,
  ): Promise<ProxiedSource> => {
    const target = URL.canParse(url) ? new URL(url) : undefined;
    if (target?.protocol !== 'http:' && target?.protocol !== 'https:')
      throw new DownloadError('the source is not an http: or https: URL');
    const response = await guardedGet(target, {
      agents,
      headers: range !== undefined && ONE_RANGE.test(range) ? { range } : {},
      signal: AbortSignal.any([signal, watch.tooSlow]),
    });
    const refusal = refusalOf(response, limits);
    if (refusal ?? contentEncoding(response) !== undefined) {
      response.body.destroy();
      throw refusal ?? new DownloadError('the source is compressed although the request did not accept that');
    }
    const { 'content-length': length, 'content-range': contentRange } = response.headers;
    const body = limited(response.body, limits, watch);
    // The answer begins with the first byte, so that a source which sends none is still refused with the reason.
    await once(body, 'readable');
    return {
      isPart: response.status === 206,
      body,
      ...(length === undefined ? {} : { bytes: Number(length) }),
      ...(response.status === 206 && contentRange !== undefined ? { contentRange } : {}),
    };
  };

  return {
    open: (url, range, signal) => async () => {
      const watch = watchSource(limits);
      try {
        return E.right(await get(url, range, signal, watch));
      } catch (error) {
        watch.end();
        return E.left(notRead(watch.tooSlow.aborted ? watch.tooSlow.reason : error));
      }
    },
  };
};

const notRead = (error: unknown): SourceNotRead => {
  const { message, circumstances } = asDownloadError(error);
  return { _tag: 'SourceNotRead', message, retryable: circumstances.retryable };
};
