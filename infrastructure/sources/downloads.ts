import { rename, rm } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { FetchedAsset, AssetSource, FetchOptions } from '../../workers/render/ports/asset-source.js';
import type { FailureCause } from '../../domain/render/failure-cause.js';
import type { GuardedAgents } from '../net/guarded-agents.js';
import type { ContentCache } from '../storage/content-cache.js';
import type { CachedContent } from './asset-cache.js';
import { downloadFailure, DownloadError } from './download-error.js';
import { createPartialFile } from './partial-file.js';
import { spend } from './receive-body.js';
import { AWAITED, DOWNLOAD_LIMITS, type DownloadLimits, untilReceived } from './retried-transfer.js';
import { sourcePath } from './source-path.js';
import { startTransfer } from './transfer.js';

export interface DownloadOptions {
  readonly agents: GuardedAgents;
  /** Downloaded content that is kept between renders. */
  readonly cache: ContentCache<CachedContent>;
  readonly limits?: Partial<DownloadLimits>;
  /** Called with the size of each file that was downloaded, and not taken from the cache. */
  readonly onReceived?: (bytes: number) => void;
}

type FetchedFile = Omit<FetchedAsset, 'url'>;
type Fetched = E.Either<FailureCause, FetchedFile>;

/**
 * Downloads sources over HTTP and HTTPS from publicly routable addresses. Content with a strong validator is cached and
 * revalidated by every render, so content that changed on the server is never taken from the cache.
 */
export const assetDownloads = (dependencies: DownloadOptions): AssetSource => {
  const limits = { ...DOWNLOAD_LIMITS, ...dependencies.limits };
  const fetchedIn = new WeakMap<FetchOptions['budget'], Map<string, Promise<Fetched>>>();

  const fetchNow = async (url: URL, options: FetchOptions): Promise<Fetched> => {
    let host: string | undefined;
    const onHost = (asked: string) => (host = asked);
    try {
      return E.right(await fetchFile(url, options, { ...dependencies, limits, onHost }));
    } catch (error) {
      return E.left(downloadFailure(error, host));
    }
  };

  const fetchOncePerRender = (url: URL, options: FetchOptions): Promise<Fetched> => {
    const fetched = fetchedIn.get(options.budget) ?? new Map<string, Promise<Fetched>>();
    fetchedIn.set(options.budget, fetched);
    const file = fetched.get(url.href) ?? fetchNow(url, options);
    fetched.set(url.href, file);
    return file;
  };

  return {
    fetch: (text, options) => async () => {
      const url = webUrl(text);
      if (!url) return E.left(downloadFailure(new DownloadError('the source is not an http: or https: URL')));
      const file = await fetchOncePerRender(url, options);
      return E.isLeft(file) ? file : E.right({ url: text, ...file.right });
    },
  };
};

/** The URL without its fragment; undefined when it is not an http: or https: URL. */
const webUrl = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  url.hash = '';
  return url;
};

interface FetchDependencies extends DownloadOptions {
  readonly limits: DownloadLimits;
  readonly onHost: (host: string) => void;
}

const fetchFile = async (
  url: URL,
  { folder, budget, signal, isAwaited = false }: FetchOptions,
  { agents, cache, limits, onHost, onReceived }: FetchDependencies,
): Promise<FetchedFile> => {
  const bounds = { assetBytes: limits.assetBytes, budget };
  const path = sourcePath(folder, url.href);
  const partPath = `${path}.part`;
  const file = await createPartialFile(partPath);
  try {
    const transfer = startTransfer(url, file, await cache.find(url.href), {
      agents,
      bounds,
      onHost,
      reuse: (content) => cache.restore(content, path),
    });
    const outcome = await untilReceived(transfer, isAwaited ? { ...limits, ...AWAITED } : limits, signal);
    if (outcome._tag === 'Unchanged') {
      spend(outcome.bytes, bounds, 0);
      return { path, sha256: outcome.sha256, bytes: outcome.bytes };
    }
    const bytes = file.size();
    onReceived?.(bytes);
    const sha256 = await file.finish();
    await rename(partPath, path);
    if (outcome.cacheAs) await cache.store(url.href, { sha256, ...outcome.cacheAs }, path);
    return { path, sha256, bytes };
  } finally {
    await file.close();
    await rm(partPath, { force: true });
  }
};
