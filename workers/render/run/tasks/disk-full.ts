import { statfs } from 'node:fs/promises';

/** A disk with less free space than this, in bytes, counts as full: the failed write may have been larger. */
const NO_SPACE = 1024 * 1024;

/** Whether an error of Node.js means that the disk, or this user's quota, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Whether the disk of a folder is full. Programs that fail because of it report it in many ways, or not at all. */
export const hasFullDisk = async (folder: string): Promise<boolean> => {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < NO_SPACE;
};
