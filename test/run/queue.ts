/** How long each test file that takes a second or more took when it was last measured, in seconds. */
export type Durations = Readonly<Record<string, number>>;

/** A file that is not listed: fast or new. */
const UNLISTED_SECONDS = 0.5;

/** A process that comes to help starts again what the files of a folder share: less than that is left to who is there. */
const WORTH_A_START_SECONDS = 60;

/**
 * `test/web` of `test/web/media.test.ts`: what the files of a folder share takes long to start, such as a browser. Those
 * of `docs` and `e2e` share a run of `npm start`.
 */
const folderOf = (file: string): string =>
  file.split('/').slice(0, 2).join('/').replace('test/docs', 'test/e2e');

/** Hands out test files to processes, each file once. */
export interface FileQueue {
  /** The next file of the process with that number, or undefined when no file is left. */
  readonly next: (process: number) => string | undefined;
}

/**
 * A process works through one folder, the slowest file first. Then it goes where most is left for each process that works
 * there: to a folder of its own, or to help where that is worth a start.
 */
export const fileQueue = (files: ReadonlyArray<string>, durations: Durations): FileQueue => {
  const secondsOf = (file: string): number => durations[file] ?? UNLISTED_SECONDS;
  const slowestFirst = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b));
  const left = new Map<string, Array<string>>();
  for (const file of slowestFirst) left.set(folderOf(file), [...(left.get(folderOf(file)) ?? []), file]);
  const workplaces = new Map<number, string>();

  const workersIn = (folder: string): number =>
    [...workplaces.values()].filter((workplace) => workplace === folder).length;
  const helpNeededIn = (folder: string): number => {
    const seconds = (left.get(folder) ?? []).reduce((sum, file) => sum + secondsOf(file), 0);
    return seconds / (1 + workersIn(folder));
  };
  const enter = (process: number): string | undefined => {
    workplaces.delete(process);
    const [folder] = [...left.keys()]
      .filter((one) => workersIn(one) === 0 || helpNeededIn(one) >= WORTH_A_START_SECONDS)
      .toSorted((a, b) => helpNeededIn(b) - helpNeededIn(a));
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
