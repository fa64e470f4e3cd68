import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { findExecutable } from '../../platform/executables.js';
import { type Account, accountNamed, accountOf } from '../processes/account.js';

/** How to run a PostgreSQL program: the command, its arguments, and the account if it is not the current one. */
export interface Invocation {
  readonly command: string;
  readonly args: ReadonlyArray<string>;
  readonly account?: Account | undefined;
}

const accountName = 'postgres';

/**
 * The account PostgreSQL runs as. Undefined for the current account, unless that is root, which PostgreSQL refuses.
 * Then it is the owner of the data, as PostgreSQL requires; for new data, the system account `postgres`, which is
 * created if missing.
 * @param folder the data folder, which may not exist yet
 */
export const postgresAccount = (folder: string): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return accountOf(owner.uid);
  const account = accountNamed(accountName);
  if (account !== undefined) return account;
  throw new Error(
    `PostgreSQL cannot run as root, and the account "${accountName}" could not be created. Start as an ordinary user, or create that account.`,
  );
};

/**
 * Runs a program as another account, even if that account cannot enter the parent folders (for example, a checkout in
 * /root). On Linux, setpriv (util-linux) gives it the one capability to do so.
 * @param paths the files and folders the program must be able to reach
 */
export const runAs = (
  account: Account | undefined,
  paths: ReadonlyArray<string>,
  command: string,
  args: ReadonlyArray<string>,
): Invocation => {
  if (account === undefined || paths.every(isOpenToAll)) return { command, args, account };
  const setpriv = findExecutable('setpriv');
  if (setpriv === undefined) {
    throw new Error(
      `The account of PostgreSQL (user ${account.uid}) cannot enter ${paths.find((path) => !isOpenToAll(path))}. Open its parent folders (chmod o+x), or move DATA_DIR and the checkout.`,
    );
  }
  const capability = passingCapability();
  const privileges = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    // Without this, access(2), which PostgreSQL uses to find itself, ignores the capability.
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ];
  return { command: setpriv, args: [...privileges, command, ...args] };
};

/** Whether any account may enter all parent folders of this path. */
const isOpenToAll = (path: string): boolean => {
  const above = dirname(path);
  return (statSync(above).mode & 0o001) !== 0 && (above === dirname(above) || isOpenToAll(above));
};

/** The weaker capability that passes closed folders, if root has it; containers often drop it. */
const passingCapability = (): 'dac_read_search' | 'dac_override' => {
  const bounding = /^CapBnd:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  const readSearch = 1n << 2n;
  return (BigInt(`0x${bounding}`) & readSearch) === 0n ? 'dac_override' : 'dac_read_search';
};
