const cleanups: Array<() => Promise<unknown>> = [];

/** Registers what is to be done after all tests of this process, such as stopping a server that files share; last first. */
export const atEnd = (cleanup: () => Promise<unknown>): void => void cleanups.push(cleanup);

/** Does what was registered. */
export const cleanUp = async (): Promise<void> => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
};

// In `npx mocha FILE...`; a process of `npm test` loads this before mocha, and cleans up after its last file.
if ('after' in globalThis)
  after(async function () {
    await cleanUp();
  });
