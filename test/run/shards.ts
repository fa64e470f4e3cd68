/** How long each test file that takes a second or more took when it was last measured, in seconds. */
export type Durations = Readonly<Record<string, number>>;

/** A file that is not listed: fast or new. */
const UNLISTED_SECONDS = 0.5;

/**
 * Splits test files into `count` lists that take about the same time: the slowest file first, each to the list that is
 * shortest so far. Within a list, files are in the order of their names.
 */
export const splitIntoShards = (
  files: ReadonlyArray<string>,
  count: number,
  durations: Durations,
): ReadonlyArray<ReadonlyArray<string>> => {
  const secondsOf = (file: string): number => durations[file] ?? UNLISTED_SECONDS;
  const shards = Array.from({ length: count }, () => ({ seconds: 0, files: [] as string[] }));
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b))) {
    const shortest = shards.reduce((least, shard) => (shard.seconds < least.seconds ? shard : least));
    shortest.seconds += secondsOf(file);
    shortest.files.push(file);
  }
  return shards.map((shard) => shard.files.toSorted()).filter((shard) => shard.length > 0);
};
