import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Fetches a Debian package, checked by apt, and puts the programs in it into a folder, without installing it:
 * nothing of it runs, no service is enabled. Works for any user.
 */
export const unpackPackage = (
  name: string,
  folder: string,
  run: (program: string, args: ReadonlyArray<string>, cwd: string) => void = runOrThrow,
): void => {
  mkdirSync(folder, { recursive: true });
  const workshop = mkdtempSync(join(folder, '.unpacking-'));
  try {
    // Started by root, apt would fetch as an account of its own, which may not enter this private folder.
    const options = ['-o', 'Acquire::Retries=3', '-o', 'APT::Sandbox::User=root'];
    run('apt-get', [...options, 'download', name], workshop);
    const file = readdirSync(workshop).find((entry) => entry.endsWith('.deb'));
    if (file === undefined) throw new Error(`apt-get download ${name} brought no file`);
    const tree = join(workshop, 'tree');
    run('dpkg-deb', ['-x', join(workshop, file), tree], workshop);
    for (const programs of ['usr/bin', 'usr/sbin'].map((part) => join(tree, part))) {
      for (const program of namesIn(programs)) {
        const unfinished = join(workshop, program);
        copyFileSync(join(programs, program), unfinished);
        chmodSync(unfinished, 0o755);
        renameSync(unfinished, join(folder, program));
      }
    }
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
};

const namesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const runOrThrow = (program: string, args: ReadonlyArray<string>, cwd: string): void => {
  const { status, error } = spawnSync(program, [...args], { cwd, stdio: ['ignore', 2, 2] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with exit code ${status}`);
};
