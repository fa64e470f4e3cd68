import { statfs } from 'node:fs/promises';
import type { RenderFailure } from '../../../domain/render/events.js';

/** The failure of a render whose worker has no space left: another try may well succeed. */
export const DISK_FULL: RenderFailure = {
  stage: 'worker',
  message: 'the worker’s disk is full',
  retryable: true,
};

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
