import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { AssetSource } from '../../application/ports/asset-source.js';

/** The address under which a file of the project's folder goes as a clip's source; the name can never be resolved (RFC 6761). */
const LOCAL_BASE = 'https://project.invalid/';

/** The address that stands for a path, relative to the project's folder or absolute. */
export const localAddress = (path: string): string => LOCAL_BASE + encodeURIComponent(path);

/** Whether an address stands for a path. */
export const isLocalAddress = (url: string): boolean => url.startsWith(LOCAL_BASE);

/** Sources that are files on this machine, for rendering a project without the service. */
export const localAssets = (folder: string): AssetSource => ({
  fetch: (url) =>
    TE.tryCatch(
      async () => {
        if (!isLocalAddress(url)) throw new Error('not a local address');
        const path = resolve(folder, decodeURIComponent(url.slice(LOCAL_BASE.length)));
        const hash = createHash('sha256');
        for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
        return { url, path, sha256: hash.digest('hex'), bytes: (await stat(path)).size };
      },
      () => ({ stage: 'download', message: 'the file could not be read', retryable: false }),
    ),
});
