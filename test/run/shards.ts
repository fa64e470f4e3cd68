/** How long each test file that takes a second or more took when it was last measured, in seconds. */
export type Durations = Readonly<Record<string, number>>;

/** A file that is not listed: fast or new. */
const UNLISTED_SECONDS = 0.5;

/** Folders whose files share something that takes long to start, a browser or the service: each goes into one list. */
const SHARING = ['test/web/', 'test/e2e/'];

/** Folders whose files share no server: another process for some of them costs little more than its start. */
const SHARING_NOTHING = ['test/domain/', 'test/render/', 'test/workers/'];

/**
 * How much of the time is split into short lists, for the processes that end first: how long a file takes now differs
 * from what was measured. None if the lists take less than `WORTH_SECONDS` without.
 */
const LAST_SHARE = 0.15;
const LAST_SECONDS = 30;
const WORTH_SECONDS = 4 * LAST_SECONDS;

/** Groups the files that belong together. */
const groupsOf = (files: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const groups = new Map<string, ReadonlyArray<string>>();
  for (const file of files) {
    const key = SHARING.find((folder) => file.startsWith(folder)) ?? file;
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups.values()];
};

const secondsOf = (files: ReadonlyArray<string>, durations: Durations): number =>
  files.reduce((sum, file) => sum + (durations[file] ?? UNLISTED_SECONDS), 0);

/** The files to run last: together they take about this time, and none of them long. */
const lastOf = (
  files: ReadonlyArray<string>,
  wanted: number,
  durations: Durations,
): ReadonlyArray<string> => {
  const last: string[] = [];
  let seconds = 0;
  for (const file of files) {
    const takes = secondsOf([file], durations);
    if (seconds >= wanted) break;
    if (takes > LAST_SECONDS / 2 || !SHARING_NOTHING.some((folder) => file.startsWith(folder))) continue;
    last.push(file);
    seconds += takes;
  }
  return last;
};

/**
 * Splits test files into lists for `count` processes at a time: one for each of them, which take about the same time, and
 * short ones for those that end first.
 */
export const splitIntoShards = (
  files: ReadonlyArray<string>,
  count: number,
  durations: Durations,
): ReadonlyArray<ReadonlyArray<string>> => {
  const seconds = secondsOf(files, durations);
  const wanted = seconds / count < WORTH_SECONDS ? 0 : seconds * LAST_SHARE;
  const last = lastOf(files.toSorted(), wanted, durations);
  const first = files.filter((file) => !last.includes(file));
  return [
    ...splitEvenly(first, count, durations),
    ...splitEvenly(last, Math.ceil(secondsOf(last, durations) / LAST_SECONDS), durations),
  ];
};

/**
 * Splits test files into `count` lists that take about the same time: what is slowest first, each to the list that is
 * shortest so far. Within a list, files are in the order of their names.
 */
const splitEvenly = (
  files: ReadonlyArray<string>,
  count: number,
  durations: Durations,
): ReadonlyArray<ReadonlyArray<string>> => {
  const shards = Array.from({ length: count }, () => ({ seconds: 0, files: [] as string[] }));
  const slowestFirst = groupsOf(files.toSorted()).toSorted(
    (a, b) => secondsOf(b, durations) - secondsOf(a, durations),
  );
  for (const group of slowestFirst) {
    const shortest = shards.reduce((least, shard) => (shard.seconds < least.seconds ? shard : least));
    shortest.seconds += secondsOf(group, durations);
    shortest.files.push(...group);
  }
  return shards.map((shard) => shard.files.toSorted()).filter((shard) => shard.length > 0);
};
