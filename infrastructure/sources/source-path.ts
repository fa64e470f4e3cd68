import { join } from 'node:path';
import { sha256 } from '../../application/digests.js';

/** The path of a source in a render's folder. It contains only a hash of the URL, which may contain secrets. */
export const sourcePath = (folder: string, url: string): string =>
  join(folder, `source-${sha256(url).slice(0, 32)}`);
