import { setTimeout as delay } from 'node:timers/promises';
import { asDownloadError, DownloadError } from './download-error.js';
import type { Pace } from '../../application/permits/shared-resources.js';
import type { TransferAttempt, TransferOutcome } from './transfer.js';
import { watchSource } from './watch-source.js';

export interface DownloadLimits extends Pace {
  /** The maximum size of a source, in bytes. */
  readonly assetBytes: number;
  /** Pauses before each retry after a transient failure, in ms. */
  readonly retryDelaysMs: ReadonlyArray<number>;
  /** The longest `Retry-After` that is honoured, in ms. */
  readonly maxRetryAfterMs: number;
}

export const DOWNLOAD_LIMITS: DownloadLimits = {
  assetBytes: 2 * 1024 ** 3,
  silenceMs: 30_000,
  minBytesPerSecond: 8192,
  rateWindowMs: 20_000,
  retryDelaysMs: [500, 2000, 8000],
  maxRetryAfterMs: 30_000,
};

/**
 * Limits for a client that waits. One retry remains: for a connection that was kept open and that the server has just
 * closed, or for content that is no longer cached.
 */
export const AWAITED = { retryDelaysMs: [50], maxRetryAfterMs: 0 } as const;

/** Retries a transfer until it succeeds or no retry is left. The render limits how long that may take. */
export const untilReceived = async (
  attempt: TransferAttempt,
  limits: DownloadLimits,
  cancelled: AbortSignal,
): Promise<TransferOutcome> => {
  const explain = (error: unknown): DownloadError =>
    cancelled.aborted
      ? new DownloadError('the render was stopped', { retryable: true })
      : asDownloadError(error);
  for (let failures = 0; ; failures += 1) {
    try {
      return await attemptWatched(attempt, limits, cancelled);
    } catch (error) {
      const failure = explain(error);
      const { tryAgain, retryAfterMs = 0 } = failure.circumstances;
      const pause = limits.retryDelaysMs[failures];
      if (!tryAgain || pause === undefined) throw failure;
      const wait = Math.max(pause, Math.min(retryAfterMs, limits.maxRetryAfterMs));
      await delay(wait, undefined, { signal: cancelled }).catch((error: unknown) => {
        throw explain(error);
      });
    }
  }
};

/** One attempt, given up when the source is too slow. */
const attemptWatched = async (
  attempt: TransferAttempt,
  pace: Pace,
  cancelled: AbortSignal,
): Promise<TransferOutcome> => {
  const { tooSlow, received, end } = watchSource(pace);
  try {
    return await attempt(AbortSignal.any([cancelled, tooSlow]), received);
  } catch (error) {
    throw tooSlow.aborted ? tooSlow.reason : error;
  } finally {
    end();
  }
};
