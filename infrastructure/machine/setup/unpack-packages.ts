import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';

/** Which package lists are used: those of the system, or fresh ones, which any user may fetch. */
export type PackageLists = 'of the system' | 'of our own';

type Run = (program: string, args: ReadonlyArray<string>, cwd: string) => void;

/** Lets apt keep its lists in a folder, and fetches them. */
const ownLists = (folder: string, run: Run): ReadonlyArray<string> => {
  const [lists, cache] = [join(folder, 'lists'), join(folder, 'cache')];
  mkdirSync(join(lists, 'partial'), { recursive: true });
  mkdirSync(join(cache, 'archives/partial'), { recursive: true });
  const options = ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`];
  run('apt-get', [...PATIENT, ...options, 'update'], folder);
  return options;
};

/** As root, apt would download as its own account, which cannot enter a private folder. */
const PATIENT = ['-o', 'Acquire::Retries=3', '-o', 'APT::Sandbox::User=root'];

/**
 * Downloads Debian packages, verified by apt, and copies their programs and fonts into a folder without installing them:
 * no script runs and no service is enabled. Works for any user.
 */
export const unpackPackages = (
  names: ReadonlyArray<string>,
  folder: string,
  lists: PackageLists,
  run: Run = runOrThrow,
): void => {
  mkdirSync(folder, { recursive: true });
  const temporary = mkdtempSync(join(folder, '.unpacking-'));
  try {
    const options = lists === 'of our own' ? ownLists(temporary, run) : [];
    run('apt-get', [...PATIENT, ...options, 'download', ...names], temporary);
    const tree = join(temporary, 'tree');
    for (const file of readdirSync(temporary).filter((entry) => entry.endsWith('.deb')))
      run('dpkg-deb', ['-x', join(temporary, file), tree], temporary);
    for (const programs of ['usr/bin', 'usr/sbin'].map((part) => join(tree, part))) {
      for (const program of namesIn(programs)) {
        const unfinished = join(temporary, program);
        copyFileSync(join(programs, program), unfinished);
        chmodSync(unfinished, 0o755);
        renameSync(unfinished, join(folder, program));
      }
    }
    const fonts = join(tree, 'usr/share/fonts');
    if (existsSync(fonts)) cpSync(fonts, join(folder, 'fonts'), { recursive: true });
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

const runOrThrow: Run = (program, args, cwd) => {
  const { status, error } = spawnSync(program, [...args], { cwd, stdio: ['ignore', 2, 2] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with exit code ${status}`);
};
