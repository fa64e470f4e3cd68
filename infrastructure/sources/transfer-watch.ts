import { DownloadError } from './download-error.js';

/** How fast a source must send data. */
export interface TransferPace {
  /** Idle timeout, before the first byte and between bytes, in ms. */
  readonly silenceMs: number;
  /** Minimum rate once data has begun to arrive, in bytes per second; 0 for none. */
  readonly minBytesPerSecond: number;
  /** The period over which the rate is measured, in ms; shorter transfers are not measured. */
  readonly rateWindowMs: number;
}

/** Watches the bytes of one connection. */
export interface TransferWatch {
  /** Aborts when the source is too slow; the reason is a {@link DownloadError}. */
  readonly tooSlow: AbortSignal;
  readonly received: (bytes: number) => void;
  readonly end: () => void;
}

/** Starts watching a connection that is about to be opened. */
export const watchTransfer = ({
  silenceMs,
  minBytesPerSecond,
  rateWindowMs,
}: TransferPace): TransferWatch => {
  const tooSlow = new AbortController();
  const silence = setTimeout(() => {
    const message = `the source sent nothing for ${silenceMs / 1000} s`;
    tooSlow.abort(new DownloadError(message, { retryable: true, tryAgain: true }));
  }, silenceMs);
  let bytesInWindow = 0;
  let windows: NodeJS.Timeout | undefined;
  const judge = (): void => {
    const isFastEnough = bytesInWindow >= (minBytesPerSecond * rateWindowMs) / 1000;
    bytesInWindow = 0;
    if (isFastEnough) return;
    const message = `the source sent less than ${minBytesPerSecond} bytes a second for ${rateWindowMs / 1000} s`;
    // Not retried immediately: another connection would be as slow.
    tooSlow.abort(new DownloadError(message, { retryable: true }));
  };
  return {
    tooSlow: tooSlow.signal,
    received: (bytes) => {
      silence.refresh();
      bytesInWindow += bytes;
      windows ??= setInterval(judge, rateWindowMs);
    },
    end: () => {
      clearTimeout(silence);
      clearInterval(windows);
    },
  };
};
