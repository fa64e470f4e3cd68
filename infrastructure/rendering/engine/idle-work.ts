/** What a process does while no job waits, step by step: what was decoded then need not be decoded later. */
let waiting: Generator<undefined>[] = [];

/** Adds work for when the job ends. */
export const whenIdle = (work: Generator<undefined>): void => void waiting.push(work);

/** Forgets the work: a job has come. */
export const stopIdleWork = (): void => void (waiting = []);

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Works until all is done, or the work is stopped. */
export const workWhileIdle = async (): Promise<void> => {
  const mine = waiting;
  for (let [work] = mine; work; [work] = mine) {
    await nextTurn();
    if (mine !== waiting) return;
    try {
      if (work.next().done !== true) continue;
    } catch {
      // The job that needs what it works on tells what is wrong.
    }
    mine.shift();
  }
};
