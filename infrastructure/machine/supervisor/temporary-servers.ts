import { join } from 'node:path';
import type { Config, ConnectedConfig } from '../../platform/config.js';
import { readIfExists } from '../../platform/private-files.js';
import { endLeftovers } from './end-leftovers.js';
import { newInstance } from './instance.js';
import { leaveRoot } from './leave-root.js';
import { lockInstance } from './instance-lock.js';
import { startServers } from './servers.js';
import { useTemporaryFolder } from './temporary-folder.js';

/**
 * Starts the embedded servers of a data folder while its service is not running, for the duration of the work. Rejects
 * if the folder contains no data, unless it may be new, or is in use.
 * @param marker text in this process's command line
 */
export const withTemporaryServers = async <A>(
  config: Config,
  marker: string,
  work: (connected: ConnectedConfig) => Promise<A>,
  { mayBeNew = false } = {},
): Promise<A> => {
  const { dataDir } = config;
  const isNew = (await readIfExists(join(dataDir, 'postgres', 'PG_VERSION'))) === undefined;
  if (config.databaseUrl === undefined && isNew && !mayBeNew)
    throw new Error(`There is no data in ${dataDir}. Set DATA_DIR, or DATABASE_URL.`);
  const lock = await lockInstance(dataDir, marker, () => undefined);
  if (lock._tag === 'HeldBy')
    throw new Error(`The data folder ${dataDir} is in use (process ${lock.pid}). Try again later.`);
  const showWarning = (line: string): void => void process.stderr.write(`${line}\n`);
  await endLeftovers(dataDir);
  leaveRoot(config);
  await lock.renew();
  useTemporaryFolder(dataDir, showWarning);
  const instance = newInstance(config, { stopSignal: new AbortController().signal, showWarning });
  try {
    return await work(await startServers(config, instance));
  } finally {
    await instance.stopAll();
    await lock.release();
  }
};
