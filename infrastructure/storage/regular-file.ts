import { constants, type Stats } from 'node:fs';
import { errorCode } from '../platform/error-code.js';

/**
 * Opens a file for reading without following symbolic links. Streams accept this number too, but their types only allow
 * names.
 */
export const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW;

/**
 * Whether this is a regular file with a single name. Through a second name, the content could be changed or belong to
 * something else.
 */
export const hasSingleName = (stats: Stats): boolean => stats.isFile() && stats.nlink === 1;

/** Undefined for the error of a file that does not exist. @throws any other error */
export const unlessMissing = (error: unknown): undefined => {
  if (errorCode(error) === 'ENOENT') return undefined;
  throw error;
};
