import type { GuardedAgents } from '../net/guarded-agents.js';
import type { CachedContent } from './asset-cache.js';
import { DownloadError, TRY_AGAIN, unwantedStatus } from './download-error.js';
import { type SourceResponse, guardedGet } from './guarded-get.js';
import {
  contentRange,
  isNone,
  isCacheable,
  rest,
  strongValidators,
  unlessUnchanged,
  type Validators,
} from './http-validators.js';
import type { PartialFile } from './partial-file.js';
import { type Bounds, contentEncoding, receiveBody } from './receive-body.js';

/** How a transfer ended: the file is complete, and may be cached under its validators; or the cache is current. */
export type TransferOutcome =
  | { readonly _tag: 'Received'; readonly cacheAs?: Validators }
  | { readonly _tag: 'Unchanged'; readonly sha256: string; readonly bytes: number };

export interface TransferOptions {
  readonly agents: GuardedAgents;
  readonly bounds: Bounds;
  readonly onHost: (host: string) => void;
  /** Uses cached content instead of the file. @returns its size in bytes, or undefined if it is missing */
  readonly reuse: (content: CachedContent) => Promise<number | undefined>;
}

/** Requests what is missing. After an error the next attempt resumes there, if the server supports it. */
export type TransferAttempt = (
  signal: AbortSignal,
  onData: (bytes: number) => void,
) => Promise<TransferOutcome>;

/**
 * The download of one URL into one file, over as many connections as necessary.
 * @param kept the content of the URL in an earlier render
 */
export const startTransfer = (
  url: URL,
  file: PartialFile,
  kept: CachedContent | undefined,
  { agents, bounds, onHost, reuse }: TransferOptions,
): TransferAttempt => {
  let cached = kept;
  let validators: Validators = {};
  let cacheAs: Validators | undefined;

  const startOver = async (): Promise<void> => {
    validators = {};
    await file.restart();
  };

  /** Prepares the file for the body of the response. @returns the total size, if it is known */
  const prepareFile = async (response: SourceResponse, isRest: boolean): Promise<number | undefined> => {
    const range = contentRange(response.headers);
    if (response.status === 206 && isRest && range?.start === file.size()) return range.total;
    if (response.status !== 200) response.body.destroy();
    if (isRest && (response.status === 206 || response.status === 416)) {
      await startOver();
      throw new DownloadError('the transfer of the source could not be resumed', TRY_AGAIN);
    }
    if (response.status !== 200) throw unwantedStatus(response.status, response.headers['retry-after']);
    await startOver();
    const isCompressed = contentEncoding(response) !== undefined;
    validators = isCompressed ? {} : strongValidators(response.headers);
    cacheAs = isCacheable(response.headers) ? strongValidators(response.headers) : undefined;
    const length = response.headers['content-length'];
    return isCompressed || length === undefined ? undefined : Number(length);
  };

  return async (signal, onData) => {
    const isRest = file.size() > 0 && !isNone(validators);
    const headers = isRest ? rest(file.size(), validators) : unlessUnchanged(cached ?? {});
    const response = await guardedGet(url, { agents, headers, signal, onHost });
    if (response.status === 304 && cached && !isRest) {
      response.body.destroy();
      const bytes = await reuse(cached);
      if (bytes !== undefined) return { _tag: 'Unchanged', sha256: cached.sha256, bytes };
      cached = undefined;
      throw new DownloadError('the kept content is gone', TRY_AGAIN);
    }
    const total = await prepareFile(response, isRest);
    await receiveBody(response, bounds, file.size(), async (chunk) => {
      onData(chunk.length);
      await file.append(chunk);
    });
    if (total !== undefined && file.size() !== total) {
      throw new DownloadError('the source ended early', TRY_AGAIN);
    }
    return { _tag: 'Received', ...(cacheAs ? { cacheAs } : {}) };
  };
};
