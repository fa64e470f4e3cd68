import { spawnSync } from 'node:child_process';
import { findExecutable } from '../../platform/executables.js';
import type { Installer, Rights } from './plan.js';

/** How this machine installs software, and with which rights of this user. */
export const findInstaller = (): Installer => {
  if (process.platform === 'linux' && findExecutable('apt-get') !== undefined) {
    return { kind: 'apt', rights: rights() };
  }
  if (process.platform === 'darwin' && findExecutable('brew') !== undefined) return { kind: 'homebrew' };
  return { kind: 'none', platform: process.platform };
};

const rights = (): Rights => {
  if (process.getuid?.() === 0) return 'root';
  const sudo = findExecutable('sudo');
  if (sudo === undefined) return 'none';
  return spawnSync(sudo, ['-n', 'true']).status === 0 ? 'sudo' : 'sudo that asks';
};
