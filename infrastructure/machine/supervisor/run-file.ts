import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Config } from '../../platform/config.js';
import { readIfExists, writePrivateFile } from '../../platform/private-files.js';
import { ProcessIdentity, isRunning } from '../processes/process-identity.js';

/** The addresses of a running `npm start`, for the admin command line and the demo. */
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

/** Writes the addresses of this run to a private file in the data folder; they include a password. */
export const publishRun = (dataDir: string, run: RunFile): Promise<void> =>
  writePrivateFile(runFile(dataDir), JSON.stringify(run, undefined, 2));

/** Removes the file when the run ends. */
export const retractRun = (dataDir: string): Promise<void> => rm(runFile(dataDir), { force: true });

/** The run of this data folder, or undefined if none is up. */
export const findRun = async (dataDir: string): Promise<RunFile | undefined> => {
  const text = await readIfExists(runFile(dataDir));
  const decoded = text === undefined ? undefined : RunFile.decode(JSON.parse(text));
  return decoded !== undefined && E.isRight(decoded) && isRunning(decoded.right.process)
    ? decoded.right
    : undefined;
};

/** The configuration, with missing server addresses filled in from the run of its data folder, if one is up. */
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
