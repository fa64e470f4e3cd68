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
