import { mkdirSync, mkdtempSync } from 'node:fs';
import { link, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { allowReading, makeWritableFolder } from '../../machine/sandbox/file-exchange.js';
import type { ScenePart } from '../../../workers/render/ports/media-engine.js';
import { linkOrCopy } from '../../platform/link-or-copy.js';
import { makeMark } from './mark.js';

/** The files of one task process, separate from those of renders: the process may start before its render. */
export interface ExchangeFolder {
  readonly path: string;
  readonly given: string;
  readonly written: string;
  /** The path of the file in which it notes what it is working on. */
  readonly mark: string;
  /** Reads the mark, once: when the process has ended. */
  readonly readMark: () => ScenePart | undefined;
  /** Gives it a file to read. @returns the path at which the process finds it */
  readonly give: (path: string) => Promise<string>;
  /** Gives it a text to read. @returns the path of the file that holds it */
  readonly giveText: (text: string) => Promise<string>;
  /** Gives it a named pipe on the same file system, to read or to write. @returns the path at which it finds it */
  readonly givePipe: (path: string) => Promise<string>;
  /** A new file for it to write, which is then moved to a path. */
  readonly newOutput: (path: string) => OutputFile;
}

/** A file that a job writes, and the path to which it is then moved. */
export interface OutputFile {
  readonly written: string;
  readonly path: string;
}

/** Gives files to a process. @returns them with the paths at which it finds them */
export const withGivenFiles = <A extends { readonly path: string }>(
  files: ReadonlyArray<A>,
  give: ExchangeFolder['give'],
): Promise<ReadonlyArray<A>> =>
  Promise.all(files.map(async (file) => ({ ...file, path: await give(file.path) })));

/** A job for one process and the files that it writes, which may depend on its result. */
export interface PreparedJob<Job, Result = unknown> {
  readonly job: Job;
  readonly outputs: ReadonlyArray<OutputFile> | ((result: Result) => ReadonlyArray<OutputFile>);
}

/** Creates the folder of a task process, below `root`. */
export const makeExchangeFolder = (root: string): ExchangeFolder => {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const path = mkdtempSync(join(root, 'task-process-'));
  const given = join(path, 'given');
  const written = join(path, 'written');
  mkdirSync(given, { mode: 0o700 });
  makeWritableFolder(written);
  const mark = join(written, 'mark');
  const readMark = makeMark(mark);
  const gifts = new Map<string, Promise<string>>();
  let names = 0;
  const newName = (): string => `file-${(names += 1)}`;
  const giveAs = async (file: string, name: string): Promise<string> => {
    const own = join(given, name);
    await linkOrCopy(await realpath(file), own);
    allowReading(own);
    return own;
  };
  return {
    path,
    given,
    written,
    mark,
    readMark,
    give: async (file) => {
      // Previews of a series find the same file at paths of their own.
      const { dev, ino, size, mtime } = await stat(file);
      const identity = [dev, ino, size, mtime.getTime()].join(' ');
      const known = gifts.get(identity);
      if (known) return known;
      // Files of different folders may have the same name.
      const giving = giveAs(file, `${gifts.size}-${basename(file)}`);
      gifts.set(identity, giving);
      return giving;
    },
    giveText: async (text) => {
      const own = join(given, newName());
      await writeFile(own, text, { mode: 0o644 });
      return own;
    },
    givePipe: async (pipe) => {
      const own = join(written, newName());
      await link(pipe, own);
      return own;
    },
    newOutput: (to) => ({ written: join(written, newName()), path: to }),
  };
};
