/** Lets the process do other pending work. */
export const letOthersRun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
