import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { Config } from '../../platform/config.js';
import { packageRoot } from '../../platform/package-root.js';
import { type Account, accountNamed, accountOf } from '../processes/account.js';

/** Whose privileges the service has. `Kept`: those of root, and why. */
export type Privileges =
  | { readonly _tag: 'Ordinary' }
  | { readonly _tag: 'Dropped'; readonly account: Account }
  | ({ readonly _tag: 'Kept' } & Kept);

type Wanted = Pick<
  Config,
  'dataDir' | 'runAs' | 'port' | 'heartbeatFile' | 'eventStoreUrl' | 'databaseUrl' | 'natsUrl'
>;

/** The account that the service uses unless another one is asked for or owns the data already. */
const OWN_ACCOUNT = 'framewright';

/**
 * Gives up the privileges of root for good, for this process and all that it starts later. From then on they are those of
 * the account `RUN_AS`; by default of the one that owns DATA_DIR or, if that is root, of an account of our own, which is
 * made if it is missing and is given DATA_DIR. Changes nothing for an ordinary user, nor where the service could not run as
 * that account.
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
    // Files of root come to lie here now: a later start that gives up its privileges has to hand them over.
    chownSync(dataDir, 0, 0);
    return { _tag: 'Kept', ...account.left };
  }
  const { uid, gid } = account.right;
  if (owner !== uid) handOver(dataDir, account.right);
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  process.env['HOME'] = dataDir;
  return { _tag: 'Dropped', account: account.right };
};

/** Why root stays root, and what to do about it. */
interface Kept {
  readonly reason: string;
  readonly remedy: string;
}

/** The account, if the service can run as it. */
const usable = (config: Wanted, account: Account | undefined): E.Either<Kept, Account> => {
  const { runAs = OWN_ACCOUNT, port } = config;
  if (account === undefined)
    return E.left({
      reason: `the account "${runAs}" is missing and could not be made`,
      remedy: 'make it, or start the service as an ordinary user',
    });
  if (account.uid === 0)
    return E.left({
      reason: `RUN_AS is "${runAs}"`,
      remedy: 'unset it, or start the service as an ordinary user',
    });
  if (port > 0 && port < firstOpenPort())
    return E.left({
      reason: `only root may listen on port ${port}`,
      remedy: 'set PORT to one above 1023 and put a proxy before it',
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

/** What the account must be able to do, tried by a process of its own: prints the first place that it may not use. */
const PROBE = `
  const { accessSync, constants } = require('node:fs');
  for (const [mode, place] of JSON.parse(process.argv[1]))
    try { accessSync(place, constants[mode]); } catch { process.stdout.write(place); process.exit(1); }`;

/** Tries what the service has to do, as the account; gives the place that it may not use. */
const closedTo = (account: Account, config: Wanted): string | undefined => {
  const { dataDir, heartbeatFile, eventStoreUrl, databaseUrl, natsUrl } = config;
  const places = [
    ['R_OK', join(packageRoot, 'package.json')],
    ['X_OK', dirname(dataDir)],
    ...[eventStoreUrl, databaseUrl, natsUrl].flatMap(filesIn).map((file) => ['R_OK', file]),
    ...(heartbeatFile === undefined ? [] : [['W_OK', existing(heartbeatFile)]]),
  ];
  const { status, stdout } = spawnSync(process.execPath, ['-e', PROBE, JSON.stringify(places)], {
    ...account,
    cwd: '/',
    env: {},
    encoding: 'utf8',
  });
  return status === 0 ? undefined : stdout || process.execPath;
};

/** The files that an address names, such as those of certificates. */
const filesIn = (address = ''): ReadonlyArray<string> =>
  [...new URLSearchParams(address.split('?')[1]).values()]
    .map((value) => resolve(value))
    .filter((file) => existsSync(file));

const existing = (file: string): string => (existsSync(file) ? file : dirname(file));

/** Makes the account own the data folder and all in it. Symbolic links are changed themselves, not what they lead to. */
const handOver = (dataDir: string, { uid, gid }: Account): void => {
  const { status, stderr } = spawnSync('chown', ['-R', '-h', '-P', `${uid}:${gid}`, dataDir], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${dataDir} could not be given to user ${uid}: ${stderr ?? ''}`);
};
