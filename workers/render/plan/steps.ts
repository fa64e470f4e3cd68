/** A computation in short steps; other tasks can run after each `yield`. */
export type Steps<A> = Generator<void, A, void>;

/** Runs a computation without interruption, and returns its result. */
export const resultOf = <A>(steps: Steps<A>): A => {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
};
