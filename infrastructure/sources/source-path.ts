import { join } from 'node:path';
import { sha256 } from '../../application/commands/hash-chain.js';

/** Where the source of an address lies in a render's folder; the address may hold secrets, so only its hash shows. */
export const sourcePath = (folder: string, url: string): string =>
  join(folder, `source-${sha256(url).slice(0, 32)}`);
