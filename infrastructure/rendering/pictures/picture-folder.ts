import { mkdirSync, mkdtempSync } from 'node:fs';
import { copyFile, link, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { allowReading, makeWritableFolder } from '../../machine/sandbox/file-exchange.js';

/** The files of one picture process, separate from those of renders: the process may start before its render. */
export interface PictureFolder {
  readonly path: string;
  /** Its input folder. */
  readonly given: string;
  /** Its output folder. */
  readonly written: string;
  /** Gives it a file to read. @returns the path at which the process finds it */
  readonly give: (path: string) => Promise<string>;
}

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

/** Hard-links a file, or copies it where that is not possible, as on another file system. */
const linkOrCopy = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) await copyFile(from, to);
  }
};

/** Creates the folder of a picture process, below `root`. */
export const makePictureFolder = (root: string): PictureFolder => {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const path = mkdtempSync(join(root, 'pictures-'));
  const given = join(path, 'given');
  const written = join(path, 'written');
  mkdirSync(given, { mode: 0o700 });
  makeWritableFolder(written);
  return {
    path,
    given,
    written,
    give: async (file) => {
      const own = join(given, basename(file));
      await linkOrCopy(await realpath(file), own);
      allowReading(own);
      return own;
    },
  };
};
