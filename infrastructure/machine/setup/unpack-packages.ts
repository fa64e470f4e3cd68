import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../../platform/names-in.js';

type Run = (program: string, args: ReadonlyArray<string>, cwd: string) => void;

/** Lets apt keep its lists in a folder, where any user may fetch them. */
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
export const unpackPackages = (names: ReadonlyArray<string>, folder: string, run: Run = runOrThrow): void => {
  mkdirSync(folder, { recursive: true });
  const temporary = mkdtempSync(join(folder, '.unpacking-'));
  try {
    run('apt-get', [...PATIENT, ...ownLists(temporary, run), 'download', ...names], temporary);
    const tree = join(temporary, 'tree');
    for (const file of namesIn(temporary).filter((entry) => entry.endsWith('.deb')))
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

const runOrThrow: Run = (program, args, cwd) => {
  const { status, error } = spawnSync(program, [...args], { cwd, stdio: ['ignore', 2, 2] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with exit code ${status}`);
};
