import { setImmediate as letOthersRun } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type FailureCause, RenderError } from '../../../domain/render/failure-cause.js';
import type { Steps } from '../plan/steps.js';

// How the work of a render runs: concurrently, in order, with time limits, and measured.

type Results<T extends ReadonlyArray<Promise<unknown>>> = { -readonly [K in keyof T]: Awaited<T[K]> };

/** Runs tasks concurrently. If one fails, it aborts and awaits the others, and throws the failure. */
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

/** As {@link allOrNone} for each item, at most `limit` concurrently. The results are in the order of the items. */
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

/** The download that a time limit interrupted, if any. */
const interruptedDownload = (error: unknown): { readonly clip?: string; readonly host?: string } => {
  if (!(error instanceof RenderError) || error.cause._tag !== 'DownloadFailed') return {};
  const { clip, host } = error.cause;
  return { ...(clip === undefined ? {} : { clip }), ...(host === undefined ? {} : { host }) };
};

/**
 * Runs work with a time limit. When the time is up, it aborts the work and awaits it.
 * @throws RenderError with the cause `TimedOut`
 */
export const withinTime = async <A>(
  {
    doing,
    ms,
  }: { readonly doing: Extract<FailureCause, { readonly _tag: 'TimedOut' }>['doing']; readonly ms: number },
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<A>,
): Promise<A> => {
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), ms);
  try {
    return await work(AbortSignal.any([signal, timeUp.signal]));
  } catch (error) {
    if (signal.aborted || !timeUp.signal.aborted) throw error;
    throw new RenderError({ _tag: 'TimedOut', doing, afterMs: ms, ...interruptedDownload(error) });
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Runs work that may continue for a grace period after the signal aborts.
 * @param work receives a signal that aborts at the end of the grace period
 * @returns the result of the work; undefined if it has not ended `graceMs` after the signal
 */
export const withGracePeriod = <A>(
  graceMs: number,
  signal: AbortSignal,
  work: (graceExpired: AbortSignal) => Promise<A>,
): Promise<A | undefined> =>
  new Promise((resolve, reject) => {
    const expiry = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const allowGrace = (): void => {
      timer = setTimeout(() => {
        expiry.abort();
        resolve(undefined);
      }, graceMs);
    };
    if (signal.aborted) allowGrace();
    else signal.addEventListener('abort', allowGrace, { once: true });
    void work(expiry.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', allowGrace);
      });
  });

/** Works on items one after the other, and returns the results. */
export const inOrder = async <A, B>(
  items: ReadonlyArray<A>,
  work: (item: A, index: number) => Promise<B>,
): Promise<ReadonlyArray<B>> => {
  const done: B[] = [];
  for (const [index, item] of items.entries()) done.push(await work(item, index));
  return done;
};

/** How long a computation uses the thread before other tasks run, in ms. */
const SLICE = 10;

/** Runs a computation in slices, between which heartbeats, previews and other renders run. @throws an abort's reason */
export const inSlices = async <A>(steps: Steps<A>, signal: AbortSignal): Promise<A> => {
  let since = performance.now();
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
    if (performance.now() - since < SLICE) continue;
    await letOthersRun();
    signal.throwIfAborted();
    since = performance.now();
  }
};

/** Measures how long the stages of a render take, in seconds. */
export interface Stopwatch {
  readonly time: <A>(stage: string, work: () => Promise<A>) => Promise<A>;
  readonly seconds: () => Readonly<Record<string, number>>;
}

export type InStage = <A>(stage: string, work: () => Promise<A>) => Promise<A>;

/**
 * A stopwatch for one render.
 * @param inStage wraps the work of each stage in a trace; default: no trace
 */
export const stopwatch = (inStage: InStage = (_stage, work) => work()): Stopwatch => {
  const stages: Record<string, number> = {};
  return {
    time: async (stage, work) => {
      const start = performance.now();
      try {
        return await inStage(stage, work);
      } finally {
        stages[stage] = Math.round((stages[stage] ?? 0) * 1000 + performance.now() - start) / 1000;
      }
    },
    seconds: () => ({ ...stages }),
  };
};
