/** The servers that this process has started, so that a program that fails can end them. */
const started = new Set<() => Promise<void>>();

/** Notes a server until it is stopped; returns how to stop it. */
export const noted = (stop: () => Promise<void>): (() => Promise<void>) => {
  const stopAndForget = (): Promise<void> => {
    started.delete(stopAndForget);
    return stop();
  };
  started.add(stopAndForget);
  return stopAndForget;
};

/** Stops all servers that still run, last first. */
export const stopServers = async (): Promise<void> => {
  for (const stop of [...started].toReversed()) await stop();
};
