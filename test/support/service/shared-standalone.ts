/**
 * One run of `npm start` for the test files of a process that only need a service: a start takes more processor time than
 * most of them. Each uses owners of its own.
 */
import { expect } from 'chai';
import { atEnd } from '../at-end.js';
import { runAdmin } from './admin.js';
import { dataFolder, publishedRun, type Standalone, startStandalone } from './standalone.js';
import { LONG } from '../long-form.js';

export interface SharedStandalone extends Standalone {
  /** Its data folder. */
  readonly path: string;
  /** A key of an owner, without rate limits. */
  readonly issueKey: (owner: string) => Promise<string>;
}

const SETTINGS: Readonly<Record<string, string>> = {
  ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
  ASSET_MAX_BYTES: String(64 * 2 ** 20),
  LOG_CHECKPOINT_SECONDS: '1',
  // The long form of the tests has the default; the short one must never drop a source that sends almost nothing.
  ...(LONG ? {} : { ASSET_MIN_BYTES_PER_SECOND: '0' }),
};

const start = async () => {
  const folder = await dataFolder();
  const running = await startStandalone(folder.path, SETTINGS);
  const { eventStoreUrl, databaseUrl } = publishedRun(folder.path);
  const administered = { node: { connectionString: eventStoreUrl }, databaseUrl, dataDir: folder.path };
  return {
    ...running,
    path: folder.path,
    issueKey: async (owner: string): Promise<string> => {
      const options = ['--owner', owner, '--limits', 'none', '--json'];
      const { stdout, stderr } = await runAdmin(administered, 'api-keys', 'issue', ...options);
      expect(stderr).to.equal('');
      return (JSON.parse(stdout) as { key: string }).key;
    },
    /** Ends it as an operator does. */
    stop: async (): Promise<void> => {
      expect(await running.end('SIGTERM'), 'the exit code of npm start').to.equal(0);
      await folder.remove();
    },
  };
};

let shared: ReturnType<typeof start> | undefined;

/** The run shared by the test files of a process, started on first use. */
export const sharedStandalone = (): Promise<SharedStandalone> => {
  if (shared === undefined) {
    const starting = start();
    shared = starting;
    atEnd(async () => (await starting).stop());
  }
  return shared;
};
