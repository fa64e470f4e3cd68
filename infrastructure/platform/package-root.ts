import { existsSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'package.json')) || folder === dirname(folder)
    ? folder
    : rootAbove(dirname(folder));

const here = fileURLToPath(import.meta.url);

/** The folder of package.json, whether this runs from the sources or from the build inside it. */
export const packageRoot: string = rootAbove(dirname(here));

/** The sources that adapters need. */
const SOURCES = ['application', 'domain', 'infrastructure', 'workers', 'tsconfig.json'];

/** The service is built in `dist`, the tests in `dist-tests`; undefined: this runs from the sources. */
const buildFolder = /^dist(?:-[^/\\]*)?/.exec(relative(packageRoot, here))?.[0];

/** The folder of the code that runs: of the build, or of the sources. */
export const codeRoot: string = join(packageRoot, buildFolder ?? '');

/** The files and folders that programs of this package need in order to run, and nothing else. */
export const installedCode: ReadonlyArray<string> = [
  ...(buildFolder === undefined ? SOURCES : [buildFolder]),
  'node_modules',
  'package.json',
].map((name) => join(packageRoot, name));

/**
 * The file of a program of the code that runs.
 * @param name its path below `infrastructure`, such as `processes/api`, without an extension
 */
export const programFile = (name: string): string =>
  join(codeRoot, 'infrastructure', `${name}${extname(here)}`);
