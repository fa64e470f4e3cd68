import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The private folder of one render. */
export interface WorkFolder {
  readonly path: string;
  readonly dispose: () => Promise<void>;
}

/** Creates a folder below `root` that only this user may enter. */
export const createWorkFolder = async (root: string): Promise<WorkFolder> => {
  await mkdir(root, { recursive: true, mode: 0o700 });
  // mkdtemp creates the folder with mode 0700.
  const path = await mkdtemp(join(root, 'render-'));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
};
