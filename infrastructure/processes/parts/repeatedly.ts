import type { LoopName } from './loops.js';
import type { LoopWatch } from './watch-loops.js';

/** Work that is done again and again. */
export interface Repeated {
  /** Does it soon: immediately, or again after the current run. */
  readonly wake: () => void;
  /** Resolves when the current run has ended. */
  readonly stop: () => Promise<void>;
}

/** Does work now, periodically and when woken, one run at a time. `onError` is told of runs that failed. */
export const repeatedly = (
  loops: LoopWatch,
  name: LoopName,
  intervalMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Repeated => {
  let running: Promise<void> | undefined;
  let isDue = false;
  let isStopped = false;
  const begin = (): void => {
    if (isStopped) return;
    running ??= loops
      .step(name, work)
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (isDue) wake();
      });
  };
  const wake = (): void => {
    isDue = running !== undefined;
    begin();
  };
  const timer = setInterval(begin, intervalMs);
  begin();
  return {
    wake,
    stop: async () => {
      clearInterval(timer);
      isStopped = true;
      await running;
    },
  };
};
