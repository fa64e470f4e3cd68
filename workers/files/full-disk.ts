import { statfs } from 'node:fs/promises';

/** A disk with less free space than this, in bytes, counts as full, because the failed write may have been larger. */
const NO_SPACE = 1024 * 1024;

/** Whether the disk of a folder is full. Programs report a full disk in many ways, or not at all. */
export const hasFullDisk = async (folder: string): Promise<boolean> => {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < NO_SPACE;
};
