import type { LoopName } from './loops.js';
import type { LoopWatch } from './watch-loops.js';

/** Runs work now and then periodically, never twice concurrently; `end` waits for the run in progress. */
export const repeatedly = (
  loops: LoopWatch,
  name: LoopName,
  intervalMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { readonly end: () => Promise<void> } => {
  let running: Promise<void> | undefined;
  const begin = (): void => {
    running ??= loops
      .step(name, work)
      .catch(onError)
      .finally(() => (running = undefined));
  };
  begin();
  const timer = setInterval(begin, intervalMs);
  return {
    end: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
