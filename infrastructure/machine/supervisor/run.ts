import { mkdir } from 'node:fs/promises';
import type { Config } from '../../platform/config.js';
import { endLeftovers } from './end-leftovers.js';
import { type PortProblem, tryPort } from '../servers/free-port.js';
import { lockInstance } from './instance-lock.js';
import { ownName } from '../processes/account.js';
import { identify } from '../processes/process-identity.js';
import { leaveRoot, type Privileges } from './leave-root.js';
import { publishRun, retractRun } from './run-file.js';
import { StartRefusedError } from '../../platform/start-refused.js';
import { checkServers, checkStore } from './check-servers.js';
import { firstDemoKey } from './demo-key.js';
import { type Instance, type InstanceOptions, newInstance } from './instance.js';
import { startServers } from './servers.js';
import { useTemporaryFolder } from './temporary-folder.js';
import { serviceAddress, serviceReady, startServices } from './services.js';
import type { StopReason } from './stop-request.js';
import type { PrintLine } from './terminal.js';
import { isJournal, welcomeText } from './welcome.js';

/** How this run was started, and how it shows output to the operator. */
export interface StartOptions extends InstanceOptions {
  /** The file of this program, which is part of its command line. */
  readonly marker: string;
  readonly say: PrintLine;
  /** What the sandbox of decoders lacks on this machine. */
  readonly sandboxWarnings: () => ReadonlyArray<string>;
}

/**
 * Runs the whole service on its data folder until it is asked to stop.
 * @param configOn the configuration for a given HTTP port
 * @returns the exit code: 0 if it was asked to stop, 1 if it could not start or failed; never rejects
 */
export const runStandalone = async (
  configOn: (port: number) => Config,
  wanted: Config,
  surroundings: StartOptions,
): Promise<number> => {
  try {
    return await runAlone(configOn, wanted, surroundings);
  } catch (error) {
    surroundings.showWarning(`Framewright could not start: ${messageOf(error)}.`);
    return 1;
  }
};

const runAlone = async (configOn: (port: number) => Config, wanted: Config, surroundings: StartOptions) => {
  const { marker, showWarning } = surroundings;
  const { dataDir, host } = wanted;
  // PostgreSQL may run as another account, which must be able to pass through; private files have their own modes.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const lock = await lockInstance(dataDir, marker, (holder) =>
    showWarning(`Waiting for an earlier run on this data folder to end (process ${holder}) ...`),
  );
  if (lock._tag === 'HeldBy') {
    showWarning(
      `Framewright is already running on the data folder ${dataDir} (process ${lock.pid}). Stop it, or set DATA_DIR to another folder.`,
    );
    return 1;
  }
  try {
    const port = await tryPort(host, wanted.port);
    if (typeof port !== 'number') {
      showWarning(portProblemMessage(host, wanted.port, port));
      return 1;
    }
    // While root is still root: what an earlier run left running may be of another account.
    const ended = await endLeftovers(dataDir);
    const privileges = leaveRoot(wanted);
    await lock.renew();
    useTemporaryFolder(dataDir, showWarning);
    const config = configOn(port);
    return await serve(config, surroundings, { privileges, ended, announceEnd: lock.announceEnd });
  } finally {
    // A lock that stays belongs to an ended process, so the next start takes it over.
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
  surroundings: StartOptions,
  { privileges, ended, announceEnd }: Prepared,
): Promise<number> => {
  const { stopSignal, showWarning, say } = surroundings;
  const instance = newInstance(config, surroundings);
  const { logger } = instance;
  let exitCode = 0;
  if (ended.length > 0) logger.warn({ ended }, 'ended servers left over from a killed run');
  if (privileges._tag === 'Kept') showWarning(rootComplaint(privileges));
  logger.info({ privileges }, 'privileges');
  try {
    await startAll(config, surroundings, instance, privileges);
    await aborted(stopSignal);
    say('\nStopping ...');
  } catch (error) {
    if (!stopSignal.aborted) {
      exitCode = 1;
      if (error instanceof StartRefusedError) {
        logger.info({ reason: error.message }, 'could not start as configured');
        showWarning(error.message);
      } else {
        logger.fatal({ err: error }, 'could not start');
        showWarning(
          `Framewright could not start: ${messageOf(error)}. The logs are in ${config.dataDir}/logs.`,
        );
      }
    }
  }
  const reason = stopSignal.reason as StopReason | undefined;
  if (reason?._tag === 'Defect') {
    exitCode = 1;
    logger.fatal({ err: reason.error }, 'stopping because of an unexpected error');
  }
  logger.info({ reason: reason?._tag === 'Requested' ? reason.by : 'trouble' }, 'stopping');
  await announceEnd().catch((error: unknown) =>
    logger.warn({ err: error }, 'could not announce the shutdown'),
  );
  await instance.stopAll();
  logger.info('stopped');
  return exitCode;
};

const startAll = async (
  config: Config,
  surroundings: StartOptions,
  instance: Instance,
  { _tag }: Privileges,
): Promise<void> => {
  const { marker, stopSignal, say, showWarning, sandboxWarnings } = surroundings;
  say('Starting Framewright ...');
  await checkServers(config, stopSignal);
  const connected = await startServers(config, instance);
  await checkStore(connected, stopSignal);
  const self = identify(process.pid, marker);
  if (self === undefined) throw new Error('this process is not in the process table');
  const address = serviceAddress(connected);
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
  // Others may read the journal of systemd: no key goes there.
  const demoKey = isJournal(1, process.env['JOURNAL_STREAM']) ? undefined : await firstDemoKey(connected);
  const account = _tag === 'Dropped' ? ownName() : undefined;
  say(welcomeText({ ...connected, address, account, demoKey: demoKey?.key }));
  await demoKey?.noteShown();
  for (const warning of sandboxWarnings()) showWarning(`Warning: ${warning}.`);
  instance.logger.info({ address }, 'ready');
};

const portProblemMessage = (host: string, port: number, trouble: PortProblem): string => {
  switch (trouble) {
    case 'taken':
      return `Port ${port} of ${host} is in use by another program. Set PORT to another port (0 picks a free one).`;
    case 'not permitted':
      return `This user is not permitted to listen on port ${port}. Set PORT to a port above 1023.`;
    case 'no such host':
      return `This machine has no address ${host} to listen on. Set HOST to one of its addresses.`;
  }
};

const rootComplaint = ({ reason, remedy }: Privileges & { readonly _tag: 'Kept' }): string =>
  `WARNING: the service runs as root, because ${reason}. An attacker who exploits a flaw in it controls this machine. To change that, ${remedy}.`;

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
