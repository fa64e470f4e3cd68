import type { LoopName } from './loops.js';
import type { LoopWatch } from './watch-loops.js';

/** How often to run without a notification, in ms. */
const INTERVAL = 1000;

export interface WokenLoop {
  /** Runs soon: immediately, or again after the current run. */
  readonly wake: () => void;
  /** Resolves when the current run has ended. */
  readonly stop: () => Promise<void>;
}

/** Runs `run`, one run at a time: immediately, when woken, and every second. `onError` is told of runs that failed. */
export const wokenLoop = (
  loops: LoopWatch,
  name: LoopName,
  run: () => Promise<void>,
  onError: (error: unknown) => void,
): WokenLoop => {
  let running: Promise<void> | undefined;
  let isDue = false;
  let isStopped = false;
  const wake = (): void => {
    if (isStopped) return;
    if (running) {
      isDue = true;
      return;
    }
    isDue = false;
    running = loops
      .step(name, run)
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (isDue) wake();
      });
  };
  const timer = setInterval(wake, INTERVAL);
  wake();
  return {
    wake,
    stop: async () => {
      clearInterval(timer);
      isStopped = true;
      await running;
    },
  };
};
