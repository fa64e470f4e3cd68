import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = import.meta.url;

/**
 * The file of one of the service's programs, in the sources or in the build, whichever is running.
 * @param name its path below `infrastructure`, such as `processes/api`, without an extension
 */
export const programFile = (name: string): string =>
  fileURLToPath(new URL(`../../${name}${extname(fileURLToPath(here))}`, here));
