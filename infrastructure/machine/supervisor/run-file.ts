import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Config } from '../../platform/config.js';
import { readIfThere, writePrivateFile } from '../../platform/private-files.js';
import { ProcessIdentity, isRunning } from '../processes/process-identity.js';

/** Where a running `npm start` is reached, for the admin command line and the demo. */
export const RunFile = t.strict({
  process: ProcessIdentity,
  baseUrl: t.string,
  port: t.number,
  eventStoreUrl: t.string,
  databaseUrl: t.string,
  natsUrl: t.string,
});
export type RunFile = t.TypeOf<typeof RunFile>;

const runFile = (dataDir: string): string => join(dataDir, 'run.json');

/** Publishes the addresses of this run in a private file of the data folder: one of them holds a password. */
export const publishRun = (dataDir: string, run: RunFile): Promise<void> =>
  writePrivateFile(runFile(dataDir), JSON.stringify(run, undefined, 2));

/** Takes the addresses back when the run ends. */
export const retractRun = (dataDir: string): Promise<void> => rm(runFile(dataDir), { force: true });

/** The run of this data folder, or undefined when none is up. */
export const findRun = async (dataDir: string): Promise<RunFile | undefined> => {
  const text = await readIfThere(runFile(dataDir));
  const decoded = text === undefined ? undefined : RunFile.decode(JSON.parse(text));
  return decoded !== undefined && E.isRight(decoded) && isRunning(decoded.right.process)
    ? decoded.right
    : undefined;
};

/** The configuration with the addresses it leaves open filled from the run of its data folder, when one is up. */
export const withRunningServers = async (config: Config): Promise<Config> => {
  const run = await findRun(config.dataDir);
  return run === undefined
    ? config
    : {
        ...config,
        eventStoreUrl: config.eventStoreUrl ?? run.eventStoreUrl,
        databaseUrl: config.databaseUrl ?? run.databaseUrl,
        natsUrl: config.natsUrl ?? run.natsUrl,
      };
};
