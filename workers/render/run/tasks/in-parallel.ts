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

/** Runs two tasks concurrently. When one fails, the other is aborted and awaited, and the failure is thrown. */
export const allOrNone = async <A, B>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => readonly [Promise<A>, Promise<B>],
): Promise<[A, B]> => {
  const stop = new AbortController();
  const tasks = start(AbortSignal.any([signal, stop.signal]));
  try {
    return await Promise.all(tasks);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(tasks);
    throw error;
  }
};
