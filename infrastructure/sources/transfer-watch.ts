import { DownloadError } from './download-error.js';

/** How fast a source must send. */
export interface TransferPace {
  /** How long it may send nothing, before its first byte and later, in ms. */
  readonly silenceMs: number;
  /** The least it must send once it has begun, in bytes a second; 0 asks for nothing. */
  readonly minBytesPerSecond: number;
  /** Over how long that is measured, in ms: what has ended before was fast enough. */
  readonly rateWindowMs: number;
}

/** Watches the bytes of one connection. */
export interface TransferWatch {
  /** Aborts when the source is too slow; the reason is a {@link DownloadError} that says so. */
  readonly tooSlow: AbortSignal;
  readonly received: (bytes: number) => void;
  readonly end: () => void;
}

/** Begins to watch a connection that is about to be made. */
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
    // Not tried again at once: another connection would hold its place as long.
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
