import { constants, type Stats } from 'node:fs';

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
