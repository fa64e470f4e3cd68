import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = import.meta.url;

/** The file of one of the service's processes: in the sources or in the build, whichever this is. */
export const processScript = (name: string): string =>
  fileURLToPath(new URL(`../../processes/${name}${extname(fileURLToPath(here))}`, here));
