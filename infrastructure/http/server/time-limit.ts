import * as E from 'fp-ts/lib/Either.js';
import type { HttpProblem } from '../contract/problem.js';

export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Runs work without a limit, then restarts the limit with its full time. */
  readonly restartAfter: <A>(work: () => Promise<A>) => Promise<A>;
}

/** Runs work with a time limit in ms. After it, resolves with a problem without waiting for the work to end. */
export const withinTimeLimit = async <P, A>(
  ms: number,
  work: (limit: TimeLimit) => Promise<E.Either<P, A>>,
): Promise<E.Either<P | HttpProblem, A>> => {
  const timeUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (problem: E.Either<HttpProblem, never>) => void = () => undefined;
  const exceeded = new Promise<E.Either<HttpProblem, never>>((resolve) => (giveUp = resolve));
  const start = (): void => {
    timer = setTimeout(() => {
      giveUp(E.left({ _tag: 'TimeLimitExceeded', ms }));
      timeUp.abort();
    }, ms);
  };
  start();
  try {
    return await Promise.race([
      exceeded,
      work({
        signal: timeUp.signal,
        restartAfter: async (uncounted) => {
          clearTimeout(timer);
          const result = await uncounted();
          if (!timeUp.signal.aborted) start();
          return result;
        },
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
};
