import { copyFile, rm, stat, truncate } from 'node:fs/promises';
import { LARGEST_LOG } from './child-log.js';

/** How often the log of a server is measured, in ms. */
const INTERVAL = 60_000;

/**
 * Empties a log file of more than `largest` bytes that a server keeps open for appending, after copying it to
 * `<file>.1`. Lines written in between are lost. On a full disk there is no copy.
 */
export const cutLog = async (file: string, largest: number = LARGEST_LOG): Promise<void> => {
  const stats = await stat(file).catch(() => undefined); // there is none yet
  if (stats === undefined || stats.size <= largest) return;
  await copyFile(file, `${file}.1`).catch(() => rm(`${file}.1`, { force: true }));
  await truncate(file);
};

/** Keeps the log of a server bounded until the returned function is called. */
export const boundLog = (file: string, onError: (error: unknown) => void): (() => Promise<void>) => {
  let cutting = Promise.resolve();
  const cut = (): void => {
    cutting = cutting.then(() => cutLog(file)).catch(onError);
  };
  cut();
  const timer = setInterval(cut, INTERVAL);
  return async () => {
    clearInterval(timer);
    await cutting;
  };
};
