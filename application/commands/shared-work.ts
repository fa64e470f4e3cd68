import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../ports/fault.js';

type Work<A> = (signal: AbortSignal) => TE.TaskEither<Fault, A>;

/** One run of the work, shared by all its waiters. */
interface Run<A> {
  readonly result: Promise<E.Either<Fault, A>>;
  /** Stops the work; aborted when there are no waiters left. */
  readonly abandoned: AbortController;
  begun: boolean;
  waiting: number;
}

const ABANDONED: E.Either<Fault, never> = E.left({ _tag: 'Abandoned' });

/** Waits for a run until the signal aborts; the last waiter to leave stops the run. */
const join = async <A>(run: Run<A>, signal: AbortSignal | undefined): Promise<E.Either<Fault, A>> => {
  run.waiting += 1;
  let leave = (): void => undefined;
  const left = new Promise<E.Either<Fault, never>>((resolve) => {
    leave = () => {
      run.waiting -= 1;
      if (run.waiting === 0 && run.begun) run.abandoned.abort();
      resolve(ABANDONED);
    };
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([run.result, left]);
  } finally {
    signal?.removeEventListener('abort', leave);
  }
};

/**
 * Runs work with the same key at most once at a time. Callers during a run share the next run, which starts when this
 * one ends, so that their result was read after their call.
 */
export const sharedWork = <A>() => {
  /** Current and pending runs, by key. */
  const runs = new Map<string, { readonly current: Run<A>; next?: Run<A> }>();

  const start = async (run: Run<A>, key: string, work: Work<A>): Promise<E.Either<Fault, A>> => {
    run.begun = true;
    runs.set(key, { current: run });
    try {
      return run.waiting === 0 ? ABANDONED : await work(run.abandoned.signal)();
    } finally {
      if (!runs.get(key)?.next) runs.delete(key);
    }
  };

  const planned = (key: string, work: Work<A>, before: Promise<unknown>): Run<A> => {
    const run: Run<A> = {
      result: before.catch(() => undefined).then(() => start(run, key, work)),
      abandoned: new AbortController(),
      begun: false,
      waiting: 0,
    };
    return run;
  };

  return (key: string, work: Work<A>, signal?: AbortSignal): TE.TaskEither<Fault, A> =>
    async () => {
      const underWay = runs.get(key);
      if (underWay) return join((underWay.next ??= planned(key, work, underWay.current.result)), signal);
      const current = planned(key, work, Promise.resolve());
      runs.set(key, { current });
      return join(current, signal);
    };
};
