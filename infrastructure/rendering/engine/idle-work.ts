/** Work for the time in which no job waits, in steps: frames that are decoded then need not be decoded later. */
let waiting: Generator<undefined>[] = [];

/** Adds work for when the job ends. */
export const whenIdle = (work: Generator<undefined>): void => void waiting.push(work);

/** Forgets the work: a job has come. */
export const stopIdleWork = (): void => void (waiting = []);

/** Resolves in the next turn of the event loop. Only between turns is the memory of collected canvases freed. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Works until all is done, or the work is stopped. */
export const workWhileIdle = async (): Promise<void> => {
  const current = waiting;
  for (let [work] = current; work; [work] = current) {
    await nextTurn();
    if (current !== waiting) return;
    try {
      if (work.next().done !== true) continue;
    } catch {
      // The job that needs the file reports what is wrong with it.
    }
    current.shift();
  }
};
