import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'package.json')) || folder === dirname(folder)
    ? folder
    : rootAbove(dirname(folder));

/** The folder of package.json, whether this runs from the sources or from the build inside it. */
export const packageRoot: string = rootAbove(dirname(fileURLToPath(import.meta.url)));
