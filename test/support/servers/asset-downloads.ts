import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { RenderFailure } from '../../../domain/render/render-failure.js';
import { type FailureCause, recordedFailure } from '../../../domain/render/failure-cause.js';
import { guardedAgents } from '../../../infrastructure/net/guarded-agents.js';
import { CachedContent } from '../../../infrastructure/sources/asset-cache.js';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { assetDownloads } from '../../../infrastructure/sources/downloads.js';
import type { DownloadLimits } from '../../../infrastructure/sources/retried-transfer.js';
import type { FetchedAsset } from '../../../workers/render/ports/asset-source.js';
import { type AssetServer, fileHandler, type Handler, startAssetServer } from './asset-server.js';
import { type CanaryServer, startCanaryServer } from './canary-server.js';

export const MiB = 1024 * 1024;

/** Sends endlessly bytes, as fast as they are taken. */
export const endlessly =
  (headers: Record<string, string> = {}, chunk = Buffer.alloc(64 * 1024, 'x')): Handler =>
  (_request, response) => {
    response.writeHead(200, headers);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  };

/** Redirects to a location. */
export const redirect =
  (location: string, status = 302): Handler =>
  (_request, response) =>
    response.writeHead(status, { location }).end('elsewhere');

/** Sends the first part of a body and cuts the connection; answers later requests like a static file. */
export const cutOnce =
  (bytes: Buffer, sent: number, times = 1): Handler =>
  (request, response, nth) => {
    if (nth > times) return fileHandler(bytes)(request, response, nth);
    response.writeHead(200, {
      etag: `"${bytes.length}-${bytes.subarray(0, 8).toString('hex')}"`,
      'content-length': bytes.length,
    });
    response.write(bytes.subarray(0, sent), () => response.destroy());
  };

/** Expects a fetched source with this content. */
export const expectAsset = async (
  result: E.Either<FailureCause, FetchedAsset>,
  content: Buffer,
): Promise<FetchedAsset> => {
  if (E.isLeft(result)) throw new Error(`not fetched: ${JSON.stringify(result.left)}`);
  const asset = result.right;
  expect((await readFile(asset.path)).equals(content), 'the content').to.equal(true);
  expect(asset.bytes).to.equal(content.length);
  expect(asset.sha256).to.equal(createHash('sha256').update(content).digest('hex'));
  return asset;
};
/** Expects a failed download. */
export const expectFailure = (
  result: E.Either<FailureCause, FetchedAsset>,
  expected: Partial<RenderFailure>,
): void => {
  expect(E.isLeft(result), 'fetched').to.equal(true);
  if (E.isLeft(result))
    expect(recordedFailure(result.left)).to.deep.include({ stage: 'download', ...expected });
};

/** Servers to download from, and workers that share a cache. Registers the hooks that start and stop them. */
export const downloadFixture = () => {
  const fixture = {} as { server: AssetServer; canary: CanaryServer; root: string };
  let renders = 0;
  before(async () => {
    [fixture.server, fixture.canary] = await Promise.all([startAssetServer(), startCanaryServer()]);
  });
  after(() => Promise.all([fixture.server.close(), fixture.canary.close()]));
  beforeEach(async () => {
    fixture.root = await mkdtemp(join(tmpdir(), 'asset-source-'));
  });
  afterEach(() => rm(fixture.root, { recursive: true }));

  /** A worker's asset source; the workers of one test share the cache. */
  const startWorker = (limits: Partial<DownloadLimits> = {}, cacheBytes = 64 * MiB) => {
    const agents = guardedAgents({ allowedPrivateHosts: [fixture.server.host] });
    const source = assetDownloads({
      agents,
      cache: contentCache(CachedContent, join(fixture.root, 'cache'), cacheBytes),
      limits: { assetBytes: 8 * MiB, retryDelaysMs: [1, 1, 1], ...limits },
    });
    return {
      startRender: async (budgetBytes = 64 * MiB, signal = new AbortController().signal) => {
        const folder = join(fixture.root, `render-${(renders += 1)}`);
        await mkdir(folder, { mode: 0o700 });
        const options = { folder, signal, budget: { remainingBytes: budgetBytes } };
        return { ...options, fetch: (url: string) => source.fetch(url, options)() };
      },
    };
  };
  const fetchFresh = async (url: string, limits?: Partial<DownloadLimits>, budgetBytes?: number) =>
    (await startWorker(limits).startRender(budgetBytes)).fetch(url);

  return Object.assign(fixture, { startWorker, fetchFresh });
};
