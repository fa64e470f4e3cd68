import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = [
  'domain',
  'application',
  'infrastructure',
  'projections',
  'workers',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/**
 * Builds the service if there is no build, or if a source file was added, removed or changed since the last one.
 * @param root the folder of package.json
 * @returns whether it built
 */
export const buildWhenStale = (root: string, build: (root: string) => void = compile): boolean => {
  const stamp = join(root, 'dist', '.built-from');
  const before = fingerprint(root);
  if (readStamp(stamp) === before) return false;
  build(root);
  writeFileSync(stamp, before);
  return true;
};

/** A fingerprint of the names, sizes and times of the sources. */
const fingerprint = (root: string): string => {
  const hash = createHash('sha256');
  for (const source of sources) describe(join(root, source), (line) => hash.update(line));
  return hash.digest('hex');
};

const describe = (place: string, add: (line: string) => void): void => {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(place).sort()) describe(join(place, name), add);
  } else {
    add(`${place} ${found.size} ${found.mtimeMs}\n`);
  }
};

const readStamp = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** Compiles into a separate folder, because another process may be running from dist or building as well. */
const compile = (root: string): void => {
  console.error('Building ...');
  const fresh = `dist-${process.pid}`;
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', fresh];
  try {
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('the build failed');
    rmSync(join(root, 'dist'), { recursive: true, force: true });
    renameSync(join(root, fresh), join(root, 'dist'));
  } finally {
    rmSync(join(root, fresh), { recursive: true, force: true });
  }
};
