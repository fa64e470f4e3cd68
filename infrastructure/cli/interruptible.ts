const INTERRUPTIONS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs work that can be interrupted by SIGINT or SIGTERM.
 * @param work gets a signal that aborts then; after it, both end the process again, as they do by default
 */
export const interruptible = async <A>(work: (signal: AbortSignal) => Promise<A>): Promise<A> => {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  for (const name of INTERRUPTIONS) process.once(name, interrupt);
  try {
    return await work(interrupted.signal);
  } finally {
    for (const name of INTERRUPTIONS) process.off(name, interrupt);
  }
};
