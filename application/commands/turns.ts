import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../ports/fault.js';

/** How long a task waits for its turn before it fails, in ms; shorter than clients wait for a response. */
const MAX_WAIT = 10_000;

/**
 * Runs tasks with the same key one after the other, in the order of their arrival. If its turn does not come in time, a
 * task ends as `Unavailable`; if its signal aborts first, as `Abandoned`. In both cases it is not started.
 */
export const inOrderByKey = () => {
  const last = new Map<string, Promise<void>>();

  /** Resolves when the previous task is done, or with the reason to stop waiting. */
  const turnAfter = (before: Promise<void>, signal: AbortSignal | undefined): Promise<Fault | undefined> =>
    new Promise((resolve) => {
      const settle = (fault?: Fault): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        resolve(fault);
      };
      const leave = (): void => settle({ _tag: 'Abandoned' });
      const timer = setTimeout(
        () =>
          settle({ _tag: 'Unavailable', what: 'the stream', cause: 'too many commands are waiting for it' }),
        MAX_WAIT,
      );
      signal?.addEventListener('abort', leave);
      void before.then(() => settle());
      if (signal?.aborted) leave();
    });

  return <Problem, A>(
      key: string,
      task: TE.TaskEither<Problem, A>,
      signal?: AbortSignal,
    ): TE.TaskEither<Problem | Fault, A> =>
    async () => {
      const before = last.get(key);
      let done = (): void => undefined;
      const own = new Promise<void>((resolve) => {
        done = resolve;
      });
      // A task that leaves early does not let its successor overtake the tasks before it.
      const passed = before ? before.then(() => own) : own;
      last.set(key, passed);
      const end = (): void => {
        done();
        if (last.get(key) === passed) last.delete(key);
      };
      const problem = before && (await turnAfter(before, signal));
      if (problem) {
        end();
        return E.left(problem);
      }
      try {
        return await task();
      } finally {
        end();
      }
    };
};
