import { t } from '../words/words.js';

/** After `slowMs` a task no longer delays the next; after `limitMs` it is aborted. */
const LIMITS = { slowMs: 5000, limitMs: 120_000 };

/** The maximum number of slow tasks: browsers limit the connections to a host. */
const MOST_SLOW = 2;

/**
 * Makes a queue, which starts tasks in the order in which they were requested. A slow task, such as reading a source that
 * sends nothing, does not delay the others. After `limitMs`, its signal aborts, and it fails.
 * @param atOnce how many tasks run concurrently, not counting slow ones
 */
export const queue = (atOnce: number, { slowMs, limitMs } = LIMITS) => {
  const waiting: Array<() => void> = [];
  let inProgress = 0;
  let slow = 0;
  const acquire = async (): Promise<void> => {
    if (inProgress < atOnce) inProgress += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
  };
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else inProgress -= 1;
  };
  return async <A>(work: (signal: AbortSignal) => Promise<A>): Promise<A> => {
    await acquire();
    const stop = new AbortController();
    let isSlow = false;
    const slowTimer = setTimeout(() => {
      if (slow >= MOST_SLOW) return;
      isSlow = true;
      slow += 1;
      release();
    }, slowMs);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = new Error(t('Reading it took too long.'));
        reject(error);
        stop.abort(error);
      }, limitMs);
    });
    try {
      return await Promise.race([work(stop.signal), late]);
    } finally {
      clearTimeout(slowTimer);
      clearTimeout(timer);
      if (isSlow) slow -= 1;
      else release();
    }
  };
};
