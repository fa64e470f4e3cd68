import { copyFile, stat, symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { FailureCause } from '../../domain/render/failure-cause.js';
import type { FetchedAsset, AssetSource } from '../../workers/render/ports/asset-source.js';
import { isReadable } from '../machine/sandbox/file-exchange.js';
import { sha256OfFile } from '../../workers/files/file-hash.js';
import { sourcePath } from './source-path.js';

/** Prefix of the URLs that stand for local files; a name in `.invalid` never resolves (RFC 6761, section 6.4). */
const LOCAL_BASE = 'https://project.invalid/';

/** The URL that stands for a path, absolute or relative to the project's folder. */
export const localAddress = (path: string): string => LOCAL_BASE + encodeURIComponent(path);

/** Whether a URL stands for a path. */
export const isLocalAddress = (url: string): boolean => url.startsWith(LOCAL_BASE);

/**
 * Sources that are files on this machine, for rendering a project without the service. Each is linked into the render's
 * folder, or copied where decoders run as an account that may not read it.
 */
export const localAssets = (projectFolder: string): AssetSource => ({
  fetch: (url, { folder }) =>
    isLocalAddress(url)
      ? fileAsset(resolve(projectFolder, decodeURIComponent(url.slice(LOCAL_BASE.length))), url, folder)
      : TE.left(UNREADABLE),
});

const UNREADABLE: FailureCause = {
  _tag: 'DownloadFailed',
  message: 'the file could not be read',
  retryable: false,
};

/** A file of this machine as the source with an address, in the folder of a render. */
export const fileAsset = (
  file: string,
  url: string,
  folder: string,
): TE.TaskEither<FailureCause, FetchedAsset> =>
  TE.tryCatch(
    async () => {
      const sha256 = await sha256OfFile(file);
      const path = sourcePath(folder, url);
      await (isReadable(file) ? symlink(file, path) : copyFile(file, path));
      return { url, path, sha256, bytes: (await stat(path)).size };
    },
    () => UNREADABLE,
  );
