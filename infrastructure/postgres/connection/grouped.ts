/**
 * Runs requests in groups, one group at a time. Those that arrive during a run form the next group, so a run begins
 * after all its requests, and the more requests there are, the less each of them costs.
 */
export const grouped = <Request, Result>(
  run: (requests: ReadonlyArray<Request>) => Promise<Result>,
): ((request: Request) => Promise<Result>) => {
  let last: Promise<unknown> = Promise.resolve();
  let next: { readonly requests: Request[]; readonly result: Promise<Result> } | undefined;
  return (request) => {
    if (next) {
      next.requests.push(request);
      return next.result;
    }
    const requests = [request];
    const result = last.then(() => {
      next = undefined;
      return run(requests);
    });
    next = { requests, result };
    last = result.catch(() => undefined);
    return result;
  };
};
