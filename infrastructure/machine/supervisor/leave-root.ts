import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { Config } from '../../platform/config.js';
import { packageRoot } from '../../platform/package-root.js';
import { type Account, accountNamed, accountOf } from '../processes/account.js';

/** The privileges of the service. `Kept`: it stays root, for this reason. */
export type Privileges =
  | { readonly _tag: 'Ordinary' }
  | { readonly _tag: 'Dropped'; readonly account: Account }
  | ({ readonly _tag: 'Kept' } & Kept);

type Wanted = Pick<Config, 'dataDir' | 'runAs' | 'port' | 'eventStoreUrl' | 'databaseUrl' | 'natsUrl'>;

/** The account of the service, unless another one is configured or already owns the data. */
const OWN_ACCOUNT = 'framewright';

/**
 * Permanently drops root privileges, for this process and everything it starts later, and switches to the account
 * `RUN_AS`. By default this is the owner of DATA_DIR or, if that is root, a separate account, which is created if
 * missing and given DATA_DIR. Does nothing for an ordinary user, or if the service could not run as that account.
 */
export const leaveRoot = (config: Wanted): Privileges => {
  const { dataDir, runAs } = config;
  if (process.getuid?.() !== 0) return { _tag: 'Ordinary' };
  const owner = statSync(dataDir).uid;
  const account = usable(
    config,
    runAs === undefined && owner !== 0 ? accountOf(owner) : accountNamed(runAs ?? OWN_ACCOUNT),
  );
  if (E.isLeft(account)) {
    // Root will create files here; a later start that drops its privileges has to change their owner.
    chownSync(dataDir, 0, 0);
    return { _tag: 'Kept', ...account.left };
  }
  const isForeign = (path: string): boolean => lstatSync(path).uid !== account.right.uid;
  if ([dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))].some(isForeign))
    handOver(dataDir, account.right);
  become(account.right, dataDir);
  return { _tag: 'Dropped', account: account.right };
};

const become = ({ uid, gid }: Account, home: string): void => {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  process.env['HOME'] = home;
};

/** The account that owns the folder, unless it is root, if this is root. */
export const ownerToBecome = (folder: string): Account | undefined => {
  const owner = process.getuid?.() === 0 ? statSync(folder, { throwIfNoEntry: false })?.uid : undefined;
  return owner === undefined || owner === 0 ? undefined : accountOf(owner);
};

/** Root permanently becomes the account of the service, so that the service can use what this process writes. */
export const becomeOwner = (dataDir: string): void => {
  const owner = ownerToBecome(dataDir);
  if (owner !== undefined) become(owner, dataDir);
};

/** Why root privileges are kept, and how to change that. */
interface Kept {
  readonly reason: string;
  readonly remedy: string;
}

/** The account, if the service can run as it. */
const usable = (config: Wanted, account: Account | undefined): E.Either<Kept, Account> => {
  const { runAs = OWN_ACCOUNT, port } = config;
  if (account === undefined)
    return E.left({
      reason: `the account "${runAs}" is missing and could not be created`,
      remedy: 'create it, or start the service as an ordinary user',
    });
  if (account.uid === 0)
    return E.left({
      reason: `RUN_AS is "${runAs}"`,
      remedy: 'unset it, or start the service as an ordinary user',
    });
  if (port > 0 && port < firstOpenPort())
    return E.left({
      reason: `only root may listen on port ${port}`,
      remedy: 'set PORT to a port above 1023 and put a proxy in front of it',
    });
  const closed = closedTo(account, config);
  if (closed !== undefined)
    return E.left({
      reason: `user ${account.uid} may not use ${closed}`,
      remedy: 'open the folders above it (chmod o+x), or keep the checkout and DATA_DIR elsewhere',
    });
  return E.right(account);
};

/** The first port that an ordinary user may listen on. */
const firstOpenPort = (): number => {
  const setting = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
  return existsSync(setting) ? Number(readFileSync(setting, 'utf8')) : 1024;
};

/** Checks the account's access in a separate process, which prints the first path without access. */
const PROBE = `
  const { accessSync, constants } = require('node:fs');
  for (const [mode, place] of JSON.parse(process.argv[1]))
    try { accessSync(place, constants[mode]); } catch { process.stdout.write(place); process.exit(1); }`;

/** Checks as the account what the service needs access to; returns the path without access. */
const closedTo = (account: Account, config: Wanted): string | undefined => {
  const { dataDir, eventStoreUrl, databaseUrl, natsUrl } = config;
  const places = [
    ['R_OK', join(packageRoot, 'package.json')],
    ['X_OK', dirname(dataDir)],
    ...[eventStoreUrl, databaseUrl, natsUrl].flatMap(filesIn).map((file) => ['R_OK', file]),
  ];
  const { status, stdout } = spawnSync(process.execPath, ['-e', PROBE, JSON.stringify(places)], {
    ...account,
    cwd: '/',
    env: {},
    encoding: 'utf8',
  });
  return status === 0 ? undefined : stdout || process.execPath;
};

/** The files in a URL, such as certificates. */
const filesIn = (address = ''): ReadonlyArray<string> =>
  [...new URLSearchParams(address.split('?')[1]).values()]
    .map((value) => resolve(value))
    .filter((file) => existsSync(file));

/**
 * Makes the account the owner of a folder and its content. Changes the owner of symbolic links, not of their
 * targets.
 */
export const handOver = (folder: string, { uid, gid }: Account): void => {
  const { status, stderr } = spawnSync('chown', ['-R', '-h', '-P', `${uid}:${gid}`, folder], {
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`the owner of ${folder} could not be changed to user ${uid}: ${stderr ?? ''}`);
};
