import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from './ports/fault.js';

/** Runs work with the same key one after the other, in the order of arrival. */
export const keyedMutex = (): (<A>(key: string, work: () => A | Promise<A>) => Promise<A>) => {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const own = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = own.catch(() => undefined);
    last.set(key, settled);
    try {
      return await own;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
};

/** How long a task waits before it fails, in ms; shorter than clients wait for a response. */
const MAX_WAIT = 10_000;

/**
 * Runs tasks with the same key one after the other, in the order of arrival. A task that waits too long ends as
 * `Unavailable`, and one whose signal aborts before its start as `Abandoned`. In both cases it is not started.
 */
export const inOrderByKey = () => {
  const exclusively = keyedMutex();
  return <Problem, A>(
      key: string,
      task: TE.TaskEither<Problem, A>,
      signal?: AbortSignal,
    ): TE.TaskEither<Problem | Fault, A> =>
    () =>
      new Promise((resolve, reject) => {
        let ended: E.Either<Fault, never> | undefined;
        const end = (fault: Fault): void => {
          ended = E.left(fault);
          resolve(ended);
        };
        const abandon = (): void => end({ _tag: 'Abandoned' });
        const giveUp = (): void =>
          end({ _tag: 'Unavailable', what: key, cause: 'too many commands are waiting for it' });
        const timer = setTimeout(giveUp, MAX_WAIT);
        signal?.addEventListener('abort', abandon);
        if (signal?.aborted) abandon();
        const begin = (): Promise<E.Either<Problem | Fault, A>> | E.Either<Fault, never> => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abandon);
          return ended ?? task();
        };
        exclusively(key, begin).then(resolve, reject);
      });
};
