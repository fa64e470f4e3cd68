import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Hook = (work: () => Promise<unknown>) => void;

const sharedBetween =
  (first: Hook, last: Hook) =>
  <A extends object>(
    open: () => Promise<A>,
    end: (opened: A) => Promise<unknown> = () => Promise.resolve(),
  ): A => {
    const shared = {} as A;
    let opened: A | undefined;
    first(async () => {
      opened = await open();
      Object.assign(shared, opened);
    });
    last(async () => opened && end(opened));
    return shared;
  };

/**
 * What the tests of a suite share: it is opened before the first of them and ended after the last. Its fields are there
 * only then, so tests must read them from it.
 */
export const forSuite = sharedBetween(
  (work) => before(work),
  (work) => after(work),
);

/** The same for each test: it is opened before it and ended after it. */
export const forEachTest = sharedBetween(
  (work) => beforeEach(work),
  (work) => afterEach(work),
);

/** A folder for the tests of a suite, which is removed after them. */
export const folderForSuite = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'framewright-test-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
