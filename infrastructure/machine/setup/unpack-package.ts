import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Downloads a Debian package, verified by apt, and copies its programs into a folder without installing it: no script
 * runs and no service is enabled. Works for any user.
 */
export const unpackPackage = (
  name: string,
  folder: string,
  run: (program: string, args: ReadonlyArray<string>, cwd: string) => void = runOrThrow,
): void => {
  mkdirSync(folder, { recursive: true });
  const temporary = mkdtempSync(join(folder, '.unpacking-'));
  try {
    // As root, apt would download as its own account, which cannot enter this private folder.
    const options = ['-o', 'Acquire::Retries=3', '-o', 'APT::Sandbox::User=root'];
    run('apt-get', [...options, 'download', name], temporary);
    const file = readdirSync(temporary).find((entry) => entry.endsWith('.deb'));
    if (file === undefined) throw new Error(`apt-get download ${name} did not download a file`);
    const tree = join(temporary, 'tree');
    run('dpkg-deb', ['-x', join(temporary, file), tree], temporary);
    for (const programs of ['usr/bin', 'usr/sbin'].map((part) => join(tree, part))) {
      for (const program of namesIn(programs)) {
        const unfinished = join(temporary, program);
        copyFileSync(join(programs, program), unfinished);
        chmodSync(unfinished, 0o755);
        renameSync(unfinished, join(folder, program));
      }
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
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
