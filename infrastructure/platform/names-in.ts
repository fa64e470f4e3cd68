import { readdirSync } from 'node:fs';

/** The names in a folder, in order; with `recursive`, also the paths of what is below. None if it cannot be read. */
export const namesIn = (folder: string, recursive = false): ReadonlyArray<string> => {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' }).toSorted();
  } catch {
    return [];
  }
};
