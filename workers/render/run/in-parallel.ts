/**
 * Works on items, at most `limit` at once, and gives the results in the order of the items. When one fails the signal
 * of the others is aborted, they are waited for, and the failure is thrown.
 */
export const inParallel = async <A, B>(
  items: ReadonlyArray<A>,
  limit: number,
  signal: AbortSignal,
  work: (item: A, signal: AbortSignal, index: number) => Promise<B>,
): Promise<ReadonlyArray<B>> => {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const results: B[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      either.throwIfAborted();
      results[index] = await work(items[index] as A, either, index);
    }
  };
  const workers = Array.from({ length: Math.min(limit, items.length) }, worker);
  try {
    await Promise.all(workers);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(workers);
    throw error;
  }
  return results;
};
