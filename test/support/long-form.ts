/** The long form of the tests, which also tries what takes long. */

/** Whether it runs. */
export const LONG = process.env['LONG_TESTS'] === '1';

/** A test that only the long form has: mocha forbids pending tests, so it is not registered otherwise. */
export const itIfLong = (title: string, test: Mocha.Func | Mocha.AsyncFunc): void => {
  // oxlint-disable-next-line typescript/no-misused-promises -- mocha takes both kinds
  if (LONG) it(title, test as Mocha.AsyncFunc);
};

/** All cases in the long form, otherwise those at every so many places, the first among them. */
export const sampled = <A>(cases: ReadonlyArray<A>, every: number): ReadonlyArray<A> =>
  LONG ? cases : cases.filter((_, index) => index % every === 0);
