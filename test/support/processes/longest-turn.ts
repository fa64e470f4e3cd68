import { readFileSync } from 'node:fs';

/** Processor time of this thread so far, ms (Linux: proc(5), schedstat): other load of the machine does not count. */
const threadTime = (): number =>
  Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;

/** The most processor time, in ms, that one turn of the event loop took while the work ran. */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  let last = threadTime();
  let isRunning = true;
  const turn = (): void => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
  } finally {
    isRunning = false;
    turn();
  }
  return longest;
};
