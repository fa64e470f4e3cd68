/** How long each test file that takes a second or more took when it was last measured, in seconds. */
export type Durations = Readonly<Record<string, number>>;

/** A file that is not listed: fast or new. */
const UNLISTED_SECONDS = 0.5;

/** `test/web` of `test/web/media.test.ts`: what the files of a folder share takes long to start, such as a browser. */
const folderOf = (file: string): string => file.split('/').slice(0, 2).join('/');

/** Hands out test files to processes, each file once. */
export interface FileQueue {
  /** The next file of the process with that number, or undefined when no file is left. */
  readonly next: (process: number) => string | undefined;
}

/**
 * A process works through one folder, the slowest file first. Then it helps in the folder that has the most left for each
 * process that works there.
 */
export const fileQueue = (files: ReadonlyArray<string>, durations: Durations): FileQueue => {
  const secondsOf = (file: string): number => durations[file] ?? UNLISTED_SECONDS;
  const slowestFirst = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b));
  const left = new Map<string, Array<string>>();
  for (const file of slowestFirst) left.set(folderOf(file), [...(left.get(folderOf(file)) ?? []), file]);
  const workplaces = new Map<number, string>();

  const helpNeededIn = (folder: string): number => {
    const seconds = (left.get(folder) ?? []).reduce((sum, file) => sum + secondsOf(file), 0);
    return seconds / (1 + [...workplaces.values()].filter((workplace) => workplace === folder).length);
  };
  const enter = (process: number): string | undefined => {
    workplaces.delete(process);
    const [folder] = [...left.keys()].toSorted((a, b) => helpNeededIn(b) - helpNeededIn(a));
    if (folder !== undefined) workplaces.set(process, folder);
    return folder;
  };

  return {
    next: (process) => {
      const here = workplaces.get(process);
      const folder = here !== undefined && left.has(here) ? here : enter(process);
      if (folder === undefined) return undefined;
      const [file, ...others] = left.get(folder) ?? [];
      if (others.length > 0) left.set(folder, others);
      else left.delete(folder);
      return file;
    },
  };
};
