import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packageRoot } from './package-root.js';

/** Where the setup unpacks programs that are not installed into the system. */
export const toolsFolder: string = join(packageRoot, '.tools');

/** Where it unpacks fonts that are not installed into the system. */
export const unpackedFonts: string = join(toolsFolder, 'fonts');

/** Program folders that are often missing from the PATH of an ordinary user. */
const extraProgramFolders = [
  toolsFolder,
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/local/sbin',
  '/sbin',
  '/opt/homebrew/bin',
];

/**
 * Finds a program by name on the PATH, in the system's folders and among the tools the setup unpacked.
 * @returns the full path, or undefined if no executable is found
 */
export const findExecutable = (
  name: string,
  path: string = process.env['PATH'] ?? '',
): string | undefined => {
  const folders = [...path.split(delimiter).filter((folder) => folder !== ''), ...extraProgramFolders];
  return folders.map((folder) => join(folder, name)).find(isExecutableFile);
};

const isExecutableFile = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};
