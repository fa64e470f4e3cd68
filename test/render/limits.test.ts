import { expect } from 'chai';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { CachedContent } from '../../infrastructure/sources/asset-cache.js';
import { contentCache } from '../../infrastructure/storage/content-cache.js';
import { assetDownloads } from '../../infrastructure/sources/downloads.js';
import type { DownloadLimits } from '../../infrastructure/sources/retried-transfer.js';
import { guardedAgents } from '../../infrastructure/net/guarded-agents.js';
import { type AssetServer, type Handler, startAssetServer } from '../support/servers/asset-server.js';
import {
  compositionOf,
  openStudio,
  type RenderCall,
  type Studio,
  tryRender,
} from '../support/renders/render.js';

/** Promises a megabyte and sends a byte now and then. */
const dribbling: Handler = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000000' });
  const drip = setInterval(() => response.write('x'), 20);
  response.on('close', () => clearInterval(drip));
};

describe('Limits of a render', () => {
  let studio: Studio;
  let server: AssetServer;
  const agents = guardedAgents({ allowedPrivateHosts: ['127.0.0.1'] });
  before(async () => {
    [studio, server] = await Promise.all([openStudio({ sandboxed: true }), startAssetServer()]);
  });
  after(async () => {
    agents.destroy();
    await server.close();
    await studio.dispose();
  });

  const downloads = (limits: Partial<DownloadLimits>) =>
    assetDownloads({ agents, cache: contentCache(CachedContent, join(studio.folder, 'cache'), 0), limits });

  const sounds = (sources: ReadonlyArray<string>) =>
    compositionOf(
      { duration: 1000, fps: 10, canvas: { width: 64, height: 64 } },
      sources.map((source) => ({ type: 'audio', source, timeFrame: { start: 0, end: 1000 } })),
    );

  const failureOf = async (composition: ReturnType<typeof sounds>, call: RenderCall) => {
    const result = await tryRender(studio, composition, call);
    if (E.isRight(result)) throw new Error('it was rendered');
    expect(await readdir(join(studio.folder, 'work'))).to.deep.equal([]);
    return result.left;
  };

  it('name the clip whose source sends too slowly', async () => {
    const composition = sounds([server.serve('/fine', 'x'), server.serve('/slow', dribbling)]);
    const assets = downloads({ minBytesPerSecond: 1000, rateWindowMs: 1500 });
    expect(await failureOf(composition, { assets })).to.deep.equal({
      stage: 'download',
      message: 'the source sent less than 1000 bytes a second for 1.5 s',
      retryable: true,
      clip: 'clips[1]',
      host: `${server.host}:${server.port}`,
    });
  });

  it('include one time limit for fetching all sources, and name a clip that was still being fetched', async () => {
    const urls = Array.from({ length: 12 }, (_, n) => server.serve(`/one-of-many-${n}`, dribbling));
    const assets = downloads({ minBytesPerSecond: 0 });
    const failure = await failureOf(sounds(urls), { assets, settings: { fetchMs: 2000 } });
    expect(failure).to.deep.include({
      stage: 'download',
      message: 'fetching the sources of the render took longer than 2 s',
      retryable: true,
      host: `${server.host}:${server.port}`,
    });
    expect(failure.clip).to.match(/^clips\[[0-3]\]$/);
    const asked = urls.filter((url) => server.countOf(new URL(url).pathname) > 0);
    expect(asked, 'sources that were asked for').to.have.length(4);
  });

  it('end a render at its deadline', async () => {
    const text = { content: 'long', fontSize: 40 };
    const long = compositionOf({ duration: 3_600_000, canvas: { width: 1280, height: 720 } }, [
      { type: 'text', timeFrame: { start: 0, end: 3_600_000 }, textProperties: text },
    ]);
    expect(await failureOf(long, { settings: { renderMs: 700 } })).to.deep.equal({
      stage: 'worker',
      message: 'the render took longer than 0.7 s',
      retryable: false,
    });
  });

  it('report a stopped render as stopped, whatever limit applies', async () => {
    const stopped = new AbortController();
    const url = server.serve('/stopped', (request, response, nth) => {
      dribbling(request, response, nth);
      stopped.abort();
    });
    const failure = await failureOf(sounds([url]), {
      assets: downloads({ minBytesPerSecond: 0 }),
      hooks: { signal: stopped.signal },
    });
    expect(failure).to.deep.include({ stage: 'worker', message: 'the render was stopped' });
  });
});
