import { mkdir } from 'node:fs/promises';
import type { Config } from '../../platform/config.js';
import { endLeftovers, foldersIn } from './end-leftovers.js';
import type { PortTrouble } from '../servers/free-port.js';
import { tryPort } from '../servers/free-port.js';
import { lockInstance } from './instance-lock.js';
import { identify } from '../processes/process-identity.js';
import { leaveRoot, type Privileges } from './leave-root.js';
import { publishRun, retractRun } from './run-file.js';
import { StartRefusedError } from '../../platform/start-refused.js';
import { checkServers, checkStore } from './check-servers.js';
import { firstDemoKey } from './demo-key.js';
import type { Instance, InstanceSurroundings } from './instance.js';
import { newInstance } from './instance.js';
import { startServers } from './servers.js';
import { localAddress, serviceReady, startServices } from './services.js';
import type { StopReason } from './stop-request.js';
import type { Tell } from './terminal.js';
import { welcomeText } from './welcome.js';

/** How this run is started and shown to a person. */
export interface Surroundings extends InstanceSurroundings {
  /** The file of this program: a part of its command line. */
  readonly marker: string;
  readonly say: Tell;
}

/**
 * Runs the whole service on its data folder until it is asked to end.
 * @param configOn the configuration when the HTTP port is the given one
 * @returns the exit code: 0 when it was asked to end, 1 when it could not start or had to give up; never rejects
 */
export const runStandalone = async (
  configOn: (port: number) => Config,
  wanted: Config,
  surroundings: Surroundings,
): Promise<number> => {
  try {
    return await runAlone(configOn, wanted, surroundings);
  } catch (error) {
    surroundings.complain(`Framewright could not start: ${messageOf(error)}.`);
    return 1;
  }
};

const runAlone = async (
  configOn: (port: number) => Config,
  wanted: Config,
  surroundings: Surroundings,
): Promise<number> => {
  const { marker, complain } = surroundings;
  const { dataDir, host } = wanted;
  // PostgreSQL may have to run as another account, which must pass through; what is private has a mode of its own.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const lock = await lockInstance(dataDir, marker, (holder) =>
    complain(`Waiting for an earlier run on this data folder to end (process ${holder}) ...`),
  );
  if ('heldBy' in lock) {
    complain(
      `Framewright is already running on the data folder ${dataDir} (process ${lock.heldBy}). Stop it, or set DATA_DIR to another folder.`,
    );
    return 1;
  }
  try {
    const port = await tryPort(host, wanted.port);
    if (typeof port !== 'number') {
      complain(portComplaint(host, wanted.port, port));
      return 1;
    }
    // While root is still root: what an earlier run left running may be of another account.
    const ended = await endLeftovers(foldersIn(dataDir));
    const privileges = leaveRoot(wanted);
    await lock.renew();
    const config = configOn(port);
    return await serve(config, surroundings, { privileges, ended, announceEnd: lock.announceEnd });
  } finally {
    // A lock that stays is that of a process that has ended, which the next start takes over.
    await lock.release().catch(() => undefined);
  }
};

/** What was found and done before anything is started. */
interface Prepared {
  readonly privileges: Privileges;
  /** The names of what an earlier run had left running. */
  readonly ended: ReadonlyArray<string>;
  readonly announceEnd: () => Promise<void>;
}

const serve = async (
  config: Config,
  surroundings: Surroundings,
  { privileges, ended, announceEnd }: Prepared,
): Promise<number> => {
  const { stopSignal, complain, say } = surroundings;
  const instance = newInstance(config, surroundings);
  const { logger } = instance;
  let exitCode = 0;
  if (ended.length > 0) logger.warn({ ended }, 'ended what a killed run had left running');
  if (privileges._tag === 'Kept') complain(rootComplaint(privileges));
  logger.info({ privileges }, 'privileges');
  try {
    await startAll(config, surroundings, instance);
    await aborted(stopSignal);
    say('\nStopping ...');
  } catch (error) {
    if (!stopSignal.aborted) {
      exitCode = 1;
      if (error instanceof StartRefusedError) {
        logger.info({ reason: error.message }, 'could not start as configured');
        complain(error.message);
      } else {
        logger.fatal({ err: error }, 'could not start');
        complain(`Framewright could not start: ${messageOf(error)}. The logs are in ${config.dataDir}/logs.`);
      }
    }
  }
  const reason = stopSignal.reason as StopReason | undefined;
  if (reason !== undefined && 'defect' in reason) {
    exitCode = 1;
    logger.fatal({ err: reason.defect }, 'ending after a defect');
  }
  logger.info({ reason: reason !== undefined && 'asked' in reason ? reason.asked : 'trouble' }, 'stopping');
  await announceEnd().catch((error: unknown) =>
    logger.warn({ err: error }, 'the end could not be announced'),
  );
  await instance.stopAll();
  logger.info('stopped');
  return exitCode;
};

const startAll = async (config: Config, surroundings: Surroundings, instance: Instance): Promise<void> => {
  const { marker, stopSignal, say } = surroundings;
  say('Starting Framewright ...');
  await checkServers(config, stopSignal);
  const connected = await startServers(config, instance);
  await checkStore(connected, stopSignal);
  const self = identify(process.pid, marker);
  if (self === undefined) throw new Error('this process is not in the process table');
  const address = localAddress(connected);
  const { eventStoreUrl, databaseUrl, natsUrl, port } = connected;
  instance.atEnd(() => retractRun(config.dataDir));
  await publishRun(config.dataDir, {
    process: self,
    baseUrl: address,
    port,
    eventStoreUrl,
    databaseUrl,
    natsUrl,
  });
  await startServices(connected, instance);
  await serviceReady(address, stopSignal);
  const demoKey = await firstDemoKey(connected);
  say(welcomeText({ ...connected, address, demoKey: demoKey?.key }));
  await demoKey?.noteShown();
  instance.logger.info({ address }, 'ready');
};

const portComplaint = (host: string, port: number, trouble: PortTrouble): string => {
  switch (trouble) {
    case 'taken':
      return `Port ${port} of ${host} is taken by another program. Set PORT to another one (0 takes any free one).`;
    case 'not permitted':
      return `This user may not listen on port ${port}. Set PORT to one above 1023.`;
    case 'no such host':
      return `This machine has no address ${host} to listen on. Set HOST to one it has.`;
  }
};

const rootComplaint = ({ reason, remedy }: Privileges & { readonly _tag: 'Kept' }): string =>
  `WARNING: the service runs as root, because ${reason}. A fault in it owns this machine. To change that, ${remedy}.`;

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
