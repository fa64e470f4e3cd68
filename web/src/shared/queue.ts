/** Makes a queue whose work is done one piece after another. */
export const queue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <A>(work: () => Promise<A>): Promise<A> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
};
