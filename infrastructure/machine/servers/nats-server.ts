import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import { findExecutable } from '../../platform/executables.js';
import { readIfExists, writePrivateFile } from '../../platform/private-files.js';
import { type ProcessIdentity, identify } from '../processes/process-identity.js';
import { type StartedProcess, forwardLines, startProcess } from '../processes/started-process.js';
import { type ServerLog, untilReady } from './until-ready.js';

export interface NatsToStart {
  /** The folder of the configuration, the pid file and JetStream's data. */
  readonly folder: string;
  readonly port: number;
  /** Password of its only user. */
  readonly password: string;
  readonly log: ServerLog;
}

const user = 'framewright';

/** How long it may take to read its streams, ms. On a full disk it may never be ready. */
const START_MS = 60_000;

/** The URL of the embedded server, including user and password. */
export const natsUrl = ({ port, password }: Pick<NatsToStart, 'port' | 'password'>): string =>
  `nats://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`;

/** Starts nats-server with JetStream on 127.0.0.1; resolves when it accepts connections. */
export const startNatsServer = async (toStart: NatsToStart): Promise<StartedProcess> => {
  const { port, password, log } = toStart;
  const folder = resolve(toStart.folder);
  const command = findExecutable('nats-server');
  if (command === undefined) {
    throw new Error(
      'nats-server is not installed. Run npm run setup, or set NATS_URL to a server with JetStream.',
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const serverName = `framewright-${randomBytes(8).toString('hex')}`;
  await writePrivateFile(configFile(folder), configText(serverName, folder, port, password));
  const server = await startProcess({
    command,
    args: ['-c', configFile(folder)],
    env: { PATH: process.env['PATH'] },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    stopSignal: 'SIGTERM',
    // It either stops immediately, or, on a full disk, never. Acknowledged messages are stored in both cases.
    graceMs: 5_000,
  });
  void forwardLines(server.child.stderr, log.write);
  await untilReady(server, {
    name: 'nats-server',
    // Another server may listen on the port: the greeting has the name.
    isReady: async () => (await greeting(port)).includes(serverName),
    limitMs: START_MS,
    logFile: log.file,
  });
  return server;
};

/** The nats-server of this folder, if an earlier run left it running. */
export const natsLeftover = async (folder: string): Promise<ProcessIdentity | undefined> => {
  const pid = Number.parseInt((await readIfExists(pidFile(resolve(folder)))) ?? '', 10);
  return identify(pid, configFile(resolve(folder)));
};

const configFile = (folder: string): string => join(folder, 'nats-server.conf');
const pidFile = (folder: string): string => join(folder, 'nats-server.pid');

/** NATS's configuration language accepts JSON strings. The file is private because it contains the password. */
const configText = (serverName: string, folder: string, port: number, password: string): string =>
  [
    `server_name: ${JSON.stringify(serverName)}`,
    `listen: "127.0.0.1:${port}"`,
    `pid_file: ${JSON.stringify(pidFile(folder))}`,
    `authorization { user: ${JSON.stringify(user)}, password: ${JSON.stringify(password)} }`,
    `jetstream { store_dir: ${JSON.stringify(join(folder, 'data'))} }`,
    '',
  ].join('\n');

/** The first bytes a server sends on a port of 127.0.0.1; empty if none is listening. */
const greeting = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port, timeout: 2000 });
    const end = (text: string): void => {
      socket.destroy();
      resolve(text);
    };
    socket.once('data', (bytes) => end(bytes.toString('utf8')));
    socket.once('error', () => end(''));
    socket.once('close', () => end(''));
    socket.once('timeout', () => end(''));
  });
