import pLimit from 'p-limit';

type Results<T extends ReadonlyArray<Promise<unknown>>> = { -readonly [K in keyof T]: Awaited<T[K]> };

/** Runs tasks concurrently. When one fails, the others are aborted and awaited, and the failure is thrown. */
export const allOrNone = async <const T extends ReadonlyArray<Promise<unknown>>>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => T,
): Promise<Results<T>> => {
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

/** The same for each of some items, at most `limit` concurrently; the results are in the order of the items. */
export const inParallel = <A, B>(
  items: ReadonlyArray<A>,
  limit: number,
  signal: AbortSignal,
  work: (item: A, signal: AbortSignal, index: number) => Promise<B>,
): Promise<ReadonlyArray<B>> => {
  const limited = pLimit(limit);
  return allOrNone(signal, (either) =>
    items.map((item, index) =>
      limited(async () => {
        either.throwIfAborted();
        return work(item, either, index);
      }),
    ),
  );
};
