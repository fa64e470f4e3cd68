import { join } from 'node:path';
import type { Config, ConnectedConfig } from '../../platform/config.js';
import { readIfThere } from '../../platform/private-files.js';
import { endLeftovers, foldersIn } from './end-leftovers.js';
import { newInstance } from './instance.js';
import { leaveRoot } from './leave-root.js';
import { lockInstance } from './instance-lock.js';
import { startServers } from './servers.js';

/**
 * Brings up the servers of a data folder while its service does not run, for as long as the work takes: those that have
 * no address in the configuration.
 * @param marker a text of this process's command line
 * Rejects when the folder holds no data, or another process has it.
 */
export const withRestingServers = async <A>(
  config: Config,
  marker: string,
  work: (connected: ConnectedConfig) => Promise<A>,
): Promise<A> => {
  const { dataDir } = config;
  const isNew = (await readIfThere(join(dataDir, 'postgres', 'PG_VERSION'))) === undefined;
  if (config.databaseUrl === undefined && isNew)
    throw new Error(`There is no data in ${dataDir}. Set DATA_DIR, or DATABASE_URL.`);
  const lock = await lockInstance(dataDir, marker, () => undefined);
  if ('heldBy' in lock)
    throw new Error(`The data folder ${dataDir} is in use (process ${lock.heldBy}). Try again later.`);
  const complain = (line: string): void => void process.stderr.write(`${line}\n`);
  await endLeftovers(foldersIn(dataDir));
  leaveRoot(config);
  await lock.renew();
  const instance = newInstance(config, { stopSignal: new AbortController().signal, complain });
  try {
    return await work(await startServers(config, instance));
  } finally {
    await instance.stopAll();
    await lock.release();
  }
};
