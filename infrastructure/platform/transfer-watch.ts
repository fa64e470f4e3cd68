import type { Pace } from '../../application/permits/shared-resources.js';

/** Watches the bytes of one connection. */
export interface TransferWatch {
  /** Aborts when the data comes too slowly. */
  readonly tooSlow: AbortSignal;
  readonly received: (bytes: number) => void;
  readonly end: () => void;
}

/**
 * Starts watching a connection that is about to be opened.
 * @param reason makes the reason of `tooSlow` from what was observed, such as `sent nothing for 30 s`
 */
export const watchTransfer = (
  { silenceMs, minBytesPerSecond, rateWindowMs }: Pace,
  reason: (observed: string, wasSilent: boolean) => Error,
): TransferWatch => {
  const tooSlow = new AbortController();
  const silence = setTimeout(
    () => tooSlow.abort(reason(`sent nothing for ${silenceMs / 1000} s`, true)),
    silenceMs,
  );
  let bytesInWindow = 0;
  let windows: NodeJS.Timeout | undefined;
  const judge = (): void => {
    const isFastEnough = bytesInWindow >= (minBytesPerSecond * rateWindowMs) / 1000;
    bytesInWindow = 0;
    if (isFastEnough) return;
    const observed = `sent less than ${minBytesPerSecond} bytes a second for ${rateWindowMs / 1000} s`;
    tooSlow.abort(reason(observed, false));
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
