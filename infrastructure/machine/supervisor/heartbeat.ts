import { rm, writeFile } from 'node:fs/promises';

/** How often a process shows that it is alive, and after how long without a sign it counts as dead; in ms. */
const interval = 5_000;
export const deadAfter = 20_000;

/**
 * Shows that this process is at work: renews a file again and again, which stops when its event loop does.
 * @param file where, or undefined to do nothing
 * @returns ends it
 */
export const startHeartbeat = async (file: string | undefined): Promise<() => Promise<void>> => {
  if (file === undefined) return () => Promise.resolve();
  const beat = (): Promise<void> => writeFile(file, String(process.pid));
  await beat().catch((error: NodeJS.ErrnoException) => {
    // A full disk ends no process; a folder that is not there is a mistake to be told.
    if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error;
  });
  const timer = setInterval(() => void beat().catch(() => undefined), interval);
  return async () => {
    clearInterval(timer);
    await rm(file, { force: true }).catch(() => undefined);
  };
};
