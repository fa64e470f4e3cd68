import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { findExecutable } from '../../platform/executables.js';

/** An account of this machine: its user id and primary group id. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account with this name. Root creates it if it is missing: a system account without password, home and shell.
 * @returns undefined if it is missing and cannot be created
 */
export const accountNamed = (name: string): Account | undefined => {
  const existing = lookUp(name);
  if (existing !== undefined || process.getuid?.() !== 0) return existing;
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  spawnSync(findExecutable('useradd') ?? 'useradd', [...options, name]);
  return lookUp(name);
};

/** The account of a user id. Without an entry in the user database, the group has the same id. */
export const accountOf = (uid: number): Account => lookUp(String(uid)) ?? { uid, gid: uid };

/** The name of this process's account, or its user id if the user database does not have it. */
export const ownName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
};

const lookUp = (name: string): Account | undefined => {
  const id = (flag: '-u' | '-g'): number =>
    Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout ?? '', 10);
  const [uid, gid] = [id('-u'), id('-g')];
  return Number.isNaN(uid) || Number.isNaN(gid) ? undefined : { uid, gid };
};
