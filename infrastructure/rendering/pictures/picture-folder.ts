import { mkdirSync, mkdtempSync } from 'node:fs';
import { copyFile, link, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { allowReading, makeWritableFolder } from '../../machine/sandbox/file-exchange.js';

/** The files of one picture process, apart from those of renders: it may wait for its render, and is there before it. */
export interface PictureFolder {
  readonly path: string;
  /** Where it finds what it is given. */
  readonly given: string;
  /** Where it writes. */
  readonly written: string;
  /** Gives it a file to read; answers the path at which the process finds it. */
  readonly give: (path: string) => Promise<string>;
}

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

/** Gives a file a second name; a copy where it can have none, as on another file system. */
const linkOrCopy = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) await copyFile(from, to);
  }
};

/** Makes the folder of a picture process, below `root`. */
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
