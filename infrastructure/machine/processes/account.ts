import { spawnSync } from 'node:child_process';
import { findExecutable } from '../../platform/executables.js';

/** An account of this machine: the numbers of the user and of its main group. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account with this name. Root makes it if it is missing: a system account without a password, a home or a shell.
 * @returns undefined if it is missing and could not be made
 */
export const accountNamed = (name: string): Account | undefined => {
  const existing = lookUp(name);
  if (existing !== undefined || process.getuid?.() !== 0) return existing;
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  spawnSync(findExecutable('useradd') ?? 'useradd', [...options, name]);
  return lookUp(name);
};

/** The account of a user that is known by its number only; without an entry in the user database, its group has that number too. */
export const accountOf = (uid: number): Account => lookUp(String(uid)) ?? { uid, gid: uid };

const lookUp = (name: string): Account | undefined => {
  const id = (flag: '-u' | '-g'): number =>
    Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout ?? '', 10);
  const [uid, gid] = [id('-u'), id('-g')];
  return Number.isNaN(uid) || Number.isNaN(gid) ? undefined : { uid, gid };
};
