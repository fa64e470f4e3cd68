import { rm, writeFile } from 'node:fs/promises';
import { errorCode } from '../../platform/error-code.js';

/** The heartbeat interval, and the time without a heartbeat after which a process counts as dead, in ms. */
const interval = 5_000;
export const deadAfter = 20_000;

/**
 * Updates a file regularly, for as long as the event loop of this process runs.
 * @param file the file; undefined disables the heartbeat
 * @returns stops the heartbeat
 */
export const startHeartbeat = async (file: string | undefined): Promise<() => Promise<void>> => {
  if (file === undefined) return () => Promise.resolve();
  const beat = (): Promise<void> => writeFile(file, String(process.pid));
  await beat().catch((error: unknown) => {
    // A full disk must not end a process, but a missing folder is a configuration error.
    const code = errorCode(error);
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
  });
  const timer = setInterval(() => void beat().catch(() => undefined), interval);
  return async () => {
    clearInterval(timer);
    await rm(file, { force: true }).catch(() => undefined);
  };
};
