/** Runs work now and then periodically, never twice concurrently; `end` waits for the run in progress. */
export const repeatedly = (
  intervalMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { readonly end: () => Promise<void> } => {
  let running: Promise<void> = Promise.resolve();
  const begin = (): void => {
    running = running.then(work).catch(onError);
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
