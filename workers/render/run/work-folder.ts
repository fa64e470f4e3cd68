import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A private folder of one render. */
export interface WorkFolder {
  readonly path: string;
  /** Removes it with all it holds. */
  readonly dispose: () => Promise<void>;
}

/** Makes a folder that only this user may enter, below `root`. */
export const createWorkFolder = async (root: string): Promise<WorkFolder> => {
  await mkdir(root, { recursive: true, mode: 0o700 });
  // mkdtemp makes the folder with mode 0700.
  const path = await mkdtemp(join(root, 'render-'));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
};
