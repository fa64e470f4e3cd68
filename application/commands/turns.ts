import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../ports/fault.js';

/** How long a task waits for its turn before it is given up, in ms: less than clients wait for an answer. */
const LONGEST_WAIT = 10_000;

/**
 * Lets tasks with the same key run one after the other, in the order in which they came. A task whose turn does not come in
 * time ends as `Unavailable`, one whose signal aborts first as `Abandoned`; neither is begun then.
 */
export const turns = () => {
  const last = new Map<string, Promise<void>>();

  /** Resolves when the one before is done, or with the reason not to wait any longer. */
  const turnAfter = (before: Promise<void>, signal: AbortSignal | undefined): Promise<Fault | undefined> =>
    new Promise((resolve) => {
      const settle = (fault?: Fault): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        resolve(fault);
      };
      const leave = (): void => settle({ _tag: 'Abandoned' });
      const timer = setTimeout(
        () => settle({ _tag: 'Unavailable', what: 'the stream', cause: 'too many commands wait for it' }),
        LONGEST_WAIT,
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
      // Who leaves early passes the turn on, not ahead of those before.
      const passed = before ? before.then(() => own) : own;
      last.set(key, passed);
      try {
        const problem = before && (await turnAfter(before, signal));
        return problem ? E.left(problem) : await task();
      } finally {
        done();
        if (last.get(key) === passed) last.delete(key);
      }
    };
};
