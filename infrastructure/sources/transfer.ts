import type { GuardedAgents } from '../net/guarded-agents.js';
import type { CachedContent } from './asset-cache.js';
import { DownloadError, unwantedStatus } from './download-error.js';
import { type Answer, guardedGet } from './guarded-get.js';
import {
  contentRange,
  isNone,
  mayBeKept,
  rest,
  strongValidators,
  unlessUnchanged,
  type Validators,
} from './http-validators.js';
import type { PartialFile } from './partial-file.js';
import { type Bounds, contentEncoding, receiveBody } from './receive-body.js';

/** How a transfer ended: the file is whole (and may be kept under its validators), or what was kept is still right. */
export type Outcome =
  | { readonly _tag: 'Received'; readonly keepAs?: Validators }
  | { readonly _tag: 'Unchanged'; readonly sha256: string; readonly bytes: number };

export interface TransferOptions {
  readonly agents: GuardedAgents;
  readonly bounds: Bounds;
  readonly onHost: (host: string) => void;
  /** Puts kept content in the file's stead; answers its size, or undefined if it is gone. */
  readonly reuse: (content: CachedContent) => Promise<number | undefined>;
}

/** The fetching of one URL into one file, over as many connections as it takes. */
export interface Transfer {
  /** Tries to get what is missing; on an error the next try goes on where this one ended, if the server can. */
  readonly attempt: (signal: AbortSignal, onData: (bytes: number) => void) => Promise<Outcome>;
}

/** @param kept what the URL had in an earlier render */
export const startTransfer = (
  url: URL,
  file: PartialFile,
  kept: CachedContent | undefined,
  { agents, bounds, onHost, reuse }: TransferOptions,
): Transfer => {
  let cached = kept;
  let validators: Validators = {};
  let keepAs: Validators | undefined;

  const startOver = async (): Promise<void> => {
    validators = {};
    await file.restart();
  };

  /** Readies the file for the body of the answer; the whole size is answered if it is known. */
  const takeUp = async (answer: Answer, isRest: boolean): Promise<number | undefined> => {
    const range = contentRange(answer.headers);
    if (answer.status === 206 && isRest && range?.start === file.size()) return range.total;
    if (answer.status !== 200) answer.body.destroy();
    if (isRest && (answer.status === 206 || answer.status === 416)) {
      await startOver();
      throw new DownloadError('the source could not be continued', { retryable: true, tryAgain: true });
    }
    if (answer.status !== 200) throw unwantedStatus(answer.status, answer.headers['retry-after']);
    await startOver();
    const isPacked = contentEncoding(answer) !== undefined;
    validators = isPacked ? {} : strongValidators(answer.headers);
    keepAs = mayBeKept(answer.headers) ? strongValidators(answer.headers) : undefined;
    const length = answer.headers['content-length'];
    return isPacked || length === undefined ? undefined : Number(length);
  };

  return {
    attempt: async (signal, onData) => {
      const isRest = file.size() > 0 && !isNone(validators);
      const headers = isRest ? rest(file.size(), validators) : unlessUnchanged(cached ?? {});
      const answer = await guardedGet(url, { agents, headers, signal, onHost });
      if (answer.status === 304 && cached && !isRest) {
        answer.body.destroy();
        const bytes = await reuse(cached);
        if (bytes !== undefined) return { _tag: 'Unchanged', sha256: cached.sha256, bytes };
        cached = undefined;
        throw new DownloadError('the kept content is gone', { retryable: true, tryAgain: true });
      }
      const total = await takeUp(answer, isRest);
      await receiveBody(answer, bounds, file.size(), async (chunk) => {
        onData(chunk.length);
        await file.append(chunk);
      });
      if (total !== undefined && file.size() !== total) {
        throw new DownloadError('the source ended early', { retryable: true, tryAgain: true });
      }
      return { _tag: 'Received', ...(keepAs ? { keepAs } : {}) };
    },
  };
};
