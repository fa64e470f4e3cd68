import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What the tests of a suite share: it is opened before the first of them and ended after the last. Its fields are there
 * only then, so tests must read them from it.
 */
export const forSuite = <A extends object>(
  open: () => Promise<A>,
  end: (opened: A) => Promise<unknown> = () => Promise.resolve(),
): A => {
  const shared = {} as A;
  let opened: A | undefined;
  before(async () => {
    opened = await open();
    Object.assign(shared, opened);
  });
  after(() => opened && end(opened));
  return shared;
};

/** A folder for the tests of a suite, which is removed after them. */
export const folderForSuite = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'framewright-test-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
