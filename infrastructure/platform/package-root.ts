import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'package.json')) || folder === dirname(folder)
    ? folder
    : rootAbove(dirname(folder));

/** The folder of package.json, whether this runs from the sources or from the build inside it. */
export const packageRoot: string = rootAbove(dirname(fileURLToPath(import.meta.url)));

/** The sources that adapters need. */
const SOURCES = ['application', 'domain', 'infrastructure', 'workers', 'tsconfig.json'];

/** The build of the service is in `dist`, that of the tests in `dist-tests`. */
const isBuild = (folder = ''): boolean => /^dist(-|$)/.test(folder);

/** The files and folders that a script of this package needs in order to run, and nothing else. */
export const installedCode = (script: string): ReadonlyArray<string> => {
  const [top = ''] = relative(packageRoot, script).split(sep);
  const code = isBuild(top) ? [top] : SOURCES;
  return [...code, 'node_modules', 'package.json'].map((name) => join(packageRoot, name));
};
