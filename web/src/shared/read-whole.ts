import { t } from '../words/words.js';

/** How long a source may send nothing, ms. */
const STALLED_AFTER = 15_000;

/**
 * Requests a source and reads all of it if `isWanted` returns true for the response; otherwise the body is not read.
 * @param limitMs the longest time without data
 * @throws Error when nothing arrives for too long, or the signal aborts
 */
export const readWhole = async (
  request: (signal: AbortSignal) => Promise<Response>,
  isWanted: (response: Response) => boolean,
  signal?: AbortSignal,
  limitMs = STALLED_AFTER,
): Promise<{ readonly response: Response; readonly content: Blob | undefined }> => {
  const stalled = new AbortController();
  const stop = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renew = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(new Error(t('The source sends nothing.'))), limitMs);
  };
  renew();
  try {
    const response = await request(stop);
    if (!isWanted(response)) {
      await response.body?.cancel();
      return { response, content: undefined };
    }
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value);
      renew();
    }
    return { response, content: new Blob(parts) };
  } finally {
    clearTimeout(timer);
  }
};
