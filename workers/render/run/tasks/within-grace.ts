/**
 * Runs work that is given a little longer when the signal aborts.
 * @param work gets a signal that aborts when nobody waits for it any more
 * @returns what the work gives; undefined if it had not ended `graceMs` after the signal
 */
export const withinGrace = <A>(
  graceMs: number,
  signal: AbortSignal,
  work: (late: AbortSignal) => Promise<A>,
): Promise<A | undefined> =>
  new Promise((resolve, reject) => {
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const allowGrace = (): void => {
      timer = setTimeout(() => {
        late.abort();
        resolve(undefined);
      }, graceMs);
    };
    if (signal.aborted) allowGrace();
    else signal.addEventListener('abort', allowGrace, { once: true });
    void work(late.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', allowGrace);
      });
  });
