import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = import.meta.url;

/** The file of one of the service's processes: beside this one, in the sources as in the build. */
export const processScript = (name: string): string =>
  fileURLToPath(new URL(`../${name}${extname(fileURLToPath(here))}`, here));
