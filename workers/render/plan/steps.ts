/** A computation in short steps, none of which takes long: other work can be done after each `yield`. */
export type Steps<A> = Generator<void, A, void>;

/** What a computation returns, all at once. */
export const resultOf = <A>(steps: Steps<A>): A => {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
};
