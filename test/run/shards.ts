/** How long each test file that takes a second or more took when it was last measured, in seconds. */
export type Durations = Readonly<Record<string, number>>;

/** A file that is not listed: fast or new. */
const UNLISTED_SECONDS = 0.5;

/** Folders whose files share something that takes long to start, a browser or the service: each goes into one list. */
const SHARING = ['test/web/', 'test/e2e/'];

/** Groups the files that belong together. */
const groupsOf = (files: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const groups = new Map<string, ReadonlyArray<string>>();
  for (const file of files) {
    const key = SHARING.find((folder) => file.startsWith(folder)) ?? file;
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups.values()];
};

/**
 * Splits test files into `count` lists that take about the same time: what is slowest first, each to the list that is
 * shortest so far. Within a list, files are in the order of their names.
 */
export const splitIntoShards = (
  files: ReadonlyArray<string>,
  count: number,
  durations: Durations,
): ReadonlyArray<ReadonlyArray<string>> => {
  const secondsOf = (group: ReadonlyArray<string>): number =>
    group.reduce((sum, file) => sum + (durations[file] ?? UNLISTED_SECONDS), 0);
  const shards = Array.from({ length: count }, () => ({ seconds: 0, files: [] as string[] }));
  const slowestFirst = groupsOf(files.toSorted()).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  for (const group of slowestFirst) {
    const shortest = shards.reduce((least, shard) => (shard.seconds < least.seconds ? shard : least));
    shortest.seconds += secondsOf(group);
    shortest.files.push(...group);
  }
  return shards.map((shard) => shard.files.toSorted()).filter((shard) => shard.length > 0);
};
