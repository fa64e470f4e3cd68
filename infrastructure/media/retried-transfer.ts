import { setTimeout as delay } from 'node:timers/promises';
import { asDownloadError, DownloadError } from './download-error.js';
import type { Outcome, Transfer } from './transfer.js';

export interface DownloadLimits {
  /** The most one source may hold, in bytes. */
  readonly assetBytes: number;
  /** How long fetching one source may take with all retries, in ms. */
  readonly assetMs: number;
  /** How long a source may send nothing, before its first byte and later, in ms. */
  readonly silenceMs: number;
  /** How long to wait before each further try after a transient failure, in ms. */
  readonly retryDelaysMs: ReadonlyArray<number>;
}

export const DOWNLOAD_LIMITS: DownloadLimits = {
  assetBytes: 2 * 1024 ** 3,
  assetMs: 10 * 60_000,
  silenceMs: 30_000,
  retryDelaysMs: [500, 2000, 8000],
};

/** The longest that a server's `Retry-After` is heeded, in ms. */
const MAX_RETRY_AFTER_MS = 30_000;

/** Tries until the transfer has ended well, no further try is due or time is up. */
export const untilReceived = async (
  transfer: Transfer,
  limits: DownloadLimits,
  cancelled: AbortSignal,
): Promise<Outcome> => {
  const timeUp = AbortSignal.timeout(limits.assetMs);
  const ended = AbortSignal.any([cancelled, timeUp]);
  const explain = (error: unknown): DownloadError => {
    if (cancelled.aborted) return new DownloadError('the render was stopped', { retryable: true });
    if (!timeUp.aborted) return asDownloadError(error);
    return new DownloadError(`the source took longer than ${limits.assetMs / 1000} s`, { retryable: true });
  };
  for (let failures = 0; ; failures += 1) {
    try {
      return await attemptWithinSilence(transfer, limits.silenceMs, ended);
    } catch (error) {
      const failure = explain(error);
      const { tryAgain, retryAfterMs = 0 } = failure.circumstances;
      const pause = limits.retryDelaysMs[failures];
      if (!tryAgain || pause === undefined) throw failure;
      const wait = Math.max(pause, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
      await delay(wait, undefined, { signal: ended }).catch((error: unknown) => {
        throw explain(error);
      });
    }
  }
};

/** One try, given up when the source sends nothing for too long. */
const attemptWithinSilence = async (
  transfer: Transfer,
  silenceMs: number,
  ended: AbortSignal,
): Promise<Outcome> => {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    return await transfer.attempt(AbortSignal.any([ended, silence.signal]), () => timer.refresh());
  } catch (error) {
    if (!silence.signal.aborted) throw error;
    throw new DownloadError(`the source sent nothing for ${silenceMs / 1000} s`, {
      retryable: true,
      tryAgain: true,
    });
  } finally {
    clearTimeout(timer);
  }
};
