import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceProxy } from '../../application/ports/source-proxy.js';
import type { AssetSource } from '../../workers/render/ports/asset-source.js';
import { sampleMediaFile } from '../platform/shipped-samples.js';
import { fileAsset } from './local-assets.js';

// The media of the samples have addresses of the service itself, which may be private. Every process has these files, so
// they are read from the package, and downloads stay closed to private addresses.

/** Sources; the media of samples are read from files. @param publicBaseUrl the base address of the service */
export const withSampleMedia = (publicBaseUrl: string, downloads: AssetSource): AssetSource => ({
  fetch: (url, options) => {
    const file = sampleMediaFile(publicBaseUrl, url);
    return file === undefined ? downloads.fetch(url, options) : fileAsset(file, url, options.folder);
  },
});

/** The same for sources that are passed on to web pages, always as a whole. */
export const proxyWithSampleMedia = (publicBaseUrl: string, proxy: SourceProxy): SourceProxy => ({
  open: (url, range, signal) => {
    const file = sampleMediaFile(publicBaseUrl, url);
    if (file === undefined) return proxy.open(url, range, signal);
    return TE.tryCatch(
      async () => ({ isPart: false, bytes: (await stat(file)).size, body: createReadStream(file) }),
      () => ({ _tag: 'SourceNotRead', message: 'the file could not be read', retryable: false }),
    );
  },
});
