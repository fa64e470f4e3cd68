import { statfs } from 'node:fs/promises';

/** Less than this is as good as nothing, in bytes: what did not fit may have been longer than what is left. */
const NO_SPACE = 1024 * 1024;

/** Whether an error of Node's says that there is no space, on the disk or for this user. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Whether the disk of a folder is full. Programs that fail for that say so in many ways, or not at all. */
export const hasFullDisk = async (folder: string): Promise<boolean> => {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < NO_SPACE;
};
