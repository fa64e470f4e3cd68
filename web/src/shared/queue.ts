import { t } from '../words/words.js';

/** How long a piece of work is waited for before the next begins, and how long it may take, ms. */
const LIMITS = { slowMs: 5000, limitMs: 120_000 };

/** How many pieces of work are not waited for at most: browsers open few connections to one host. */
const MOST_SLOW = 2;

/**
 * Makes a queue: work begins in the order in which it was requested. Work that takes long, such as reading a source that
 * sends nothing, does not hold up the others. After `limitMs`, its signal aborts, and it counts as failed.
 * @param atOnce how many pieces of work are in progress, apart from those that take long
 */
export const queue = (atOnce: number, { slowMs, limitMs } = LIMITS) => {
  const waiting: Array<() => void> = [];
  let inProgress = 0;
  let slow = 0;
  const turn = async (): Promise<void> => {
    if (inProgress < atOnce) inProgress += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
  };
  const passOn = (): void => {
    const next = waiting.shift();
    if (next) next();
    else inProgress -= 1;
  };
  return async <A>(work: (signal: AbortSignal) => Promise<A>): Promise<A> => {
    await turn();
    const stop = new AbortController();
    let isSlow = false;
    const slowTimer = setTimeout(() => {
      if (slow >= MOST_SLOW) return;
      isSlow = true;
      slow += 1;
      passOn();
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
      else passOn();
    }
  };
};
