import pLimit from 'p-limit';

/**
 * Processes items, at most `limit` concurrently, and returns the results in the order of the items. When one fails, the
 * others are aborted and awaited, and the failure is thrown.
 */
export const inParallel = async <A, B>(
  items: ReadonlyArray<A>,
  limit: number,
  signal: AbortSignal,
  work: (item: A, signal: AbortSignal, index: number) => Promise<B>,
): Promise<ReadonlyArray<B>> => {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const limited = pLimit(limit);
  const results = items.map((item, index) =>
    limited(async () => {
      either.throwIfAborted();
      return work(item, either, index);
    }),
  );
  try {
    return await Promise.all(results);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(results);
    throw error;
  }
};
