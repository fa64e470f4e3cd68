import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { findExecutable } from '../../platform/executables.js';

/** How to run one of PostgreSQL's programs: the command, its arguments, and the account when it is not ours. */
export interface Invocation {
  readonly command: string;
  readonly args: ReadonlyArray<string>;
  readonly account?: Account | undefined;
}

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const accountName = 'postgres';

/**
 * The account PostgreSQL has to run as: none of its own unless we are root, which PostgreSQL refuses to run as. Then
 * the system's account `postgres`, made when it is missing.
 */
export const postgresAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const existing = lookUp();
  if (existing !== undefined) return existing;
  const useradd = findExecutable('useradd') ?? 'useradd';
  spawnSync(useradd, [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    accountName,
  ]);
  const made = lookUp();
  if (made !== undefined) return made;
  throw new Error(
    `PostgreSQL can't run as root, and the account "${accountName}" could not be made. Start as an ordinary user, or make that account.`,
  );
};

const lookUp = (): Account | undefined => {
  const id = (flag: '-u' | '-g'): number =>
    Number.parseInt(spawnSync('id', [flag, accountName], { encoding: 'utf8' }).stdout ?? '', 10);
  const [uid, gid] = [id('-u'), id('-g')];
  return Number.isNaN(uid) || Number.isNaN(gid) ? undefined : { uid, gid };
};

/**
 * Runs a program as another account even where that account may not enter the folders above (a checkout in /root,
 * say): on Linux it is then given the one capability to read past them, by setpriv of util-linux.
 * @param places the files and folders the program has to reach
 */
export const runAs = (
  account: Account | undefined,
  places: ReadonlyArray<string>,
  command: string,
  args: ReadonlyArray<string>,
): Invocation => {
  if (account === undefined || places.every(isOpenToAll)) return { command, args, account };
  const setpriv = findExecutable('setpriv');
  if (setpriv === undefined) {
    throw new Error(
      `The account "${accountName}" may not enter ${places.find((place) => !isOpenToAll(place))}. Open the folders above it (chmod o+x), or set DATA_DIR and the checkout elsewhere.`,
    );
  }
  const capability = passingCapability();
  const privileges = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    // Without this access(2), by which PostgreSQL looks for itself, ignores the capability.
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ];
  return { command: setpriv, args: [...privileges, command, ...args] };
};

/** Whether any account may enter all folders above this place. */
const isOpenToAll = (place: string): boolean => {
  const above = dirname(place);
  return (statSync(above).mode & 0o001) !== 0 && (above === dirname(above) || isOpenToAll(above));
};

/** The weaker capability that passes closed folders, where root has it: containers often drop it. */
const passingCapability = (): 'dac_read_search' | 'dac_override' => {
  const bounding = /^CapBnd:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  const readSearch = 1n << 2n;
  return (BigInt(`0x${bounding}`) & readSearch) === 0n ? 'dac_override' : 'dac_read_search';
};
