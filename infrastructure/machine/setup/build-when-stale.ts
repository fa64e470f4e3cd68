import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = [
  'domain',
  'application',
  'infrastructure',
  'projections',
  'workers',
  'package-lock.json',
  'tsconfig.json',
];

interface Build {
  readonly folder: string;
  readonly sources: ReadonlyArray<string>;
  /** The arguments of each run of Node, one after the other, that build into a folder. */
  readonly runs: (root: string, folder: string) => ReadonlyArray<ReadonlyArray<string>>;
}

const compilation =
  (project: string): Build['runs'] =>
  (root, folder) => [
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--outDir', folder],
    ['--import', 'tsx', join(root, 'infrastructure/machine/setup/bundle-programs.ts'), folder],
  ];

/** What runs in production. */
const SERVICE: Build = {
  folder: 'dist',
  sources: [...SOURCES, 'tsconfig.build.json'],
  runs: compilation('tsconfig.build.json'),
};

/** The web pages that an API process serves. */
export const WEB_PAGES: Build = {
  folder: 'dist-web',
  sources: [
    'web',
    'domain',
    'workers/render/draw',
    'workers/render/plan',
    'clients/typescript/core',
    'package-lock.json',
    'tsconfig.json',
  ],
  runs: (root, folder) => [
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--config',
      join(root, 'web/vite.config.ts'),
      '--outDir',
      join(root, folder),
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
  ],
};

/** The same with the tests: a process that loads the sources through tsx takes twice the processor time to start. */
export const WITH_TESTS: Build = {
  folder: 'dist-tests',
  sources: [...SOURCES, 'test', 'tsconfig.tests.json'],
  runs: compilation('tsconfig.tests.json'),
};

/**
 * Builds if there is no build, or if a source file was added, removed or changed since the last one.
 * @param root the folder of package.json
 * @returns whether it built
 */
export const buildWhenStale = (root: string, build: Build = SERVICE, run = compile): boolean => {
  const stamp = join(root, build.folder, '.built-from');
  const before = hashOfSources(root, build.sources);
  if (readStamp(stamp) === before) return false;
  run(root, build);
  writeFileSync(stamp, before);
  return true;
};

/** A hash of the names, sizes and times of the sources. */
const hashOfSources = (root: string, sources: ReadonlyArray<string>): string => {
  const hash = createHash('sha256');
  for (const source of sources) describe(join(root, source), (line) => hash.update(line));
  return hash.digest('hex');
};

const describe = (path: string, add: (line: string) => void): void => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(path).sort()) describe(join(path, name), add);
  } else {
    add(`${path} ${found.size} ${found.mtimeMs}\n`);
  }
};

const readStamp = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** The account that runs a service often may not write to the folder of its program. */
const makeFolder = (root: string, fresh: string, folder: string): void => {
  try {
    mkdirSync(join(root, fresh));
  } catch (error) {
    throw new Error(
      `${folder}/ is missing or older than the sources, and this account cannot write to ${root}: ` +
        'run "npm run build" as the account that owns it.',
      { cause: error },
    );
  }
};

/** Builds into a separate folder, because another process may be running from the build or building as well. */
const compile = (root: string, { folder, runs }: Build): void => {
  const fresh = `dist-${process.pid}`;
  makeFolder(root, fresh, folder);
  console.error(`Building ${folder} ...`);
  try {
    for (const args of runs(root, fresh)) {
      const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
      if (status !== 0) throw new Error('the build failed');
    }
    rmSync(join(root, folder), { recursive: true, force: true });
    renameSync(join(root, fresh), join(root, folder));
  } finally {
    rmSync(join(root, fresh), { recursive: true, force: true });
  }
};
