/** Lets the process do other work that is waiting. */
export const letOthersRun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
