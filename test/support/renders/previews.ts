import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { PUBLIC_BASE_URL } from '../service/public-base-url.js';
import { withSampleMedia } from '../../../infrastructure/sources/sample-media.js';
import { type StoredAssets, withStoredAssets } from '../../../infrastructure/sources/stored-assets.js';
import { fairSemaphore } from '../../../application/permits/fair-semaphore.js';
import { SHARED } from '../../../application/permits/shared-resources.js';
import { espeakNg } from '../../../infrastructure/rendering/speech/espeak-ng.js';
import { withSpokenTexts } from '../../../infrastructure/sources/spoken-texts.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import type { Previews } from '../../../application/ports/previews.js';
import { guardedAgents } from '../../../infrastructure/net/guarded-agents.js';
import { mediaTools } from '../../../infrastructure/rendering/ffmpeg/tools.js';
import { CachedContent } from '../../../infrastructure/sources/asset-cache.js';
import { rendererIdentity } from '../../../infrastructure/rendering/renderer-identity.js';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { assetDownloads } from '../../../infrastructure/sources/downloads.js';
import { CacheEntry } from '../../../workers/render/ports/piece-cache.js';
import { rendererPreviews } from '../../../workers/render/run/previews/previews.js';
import {
  type RenderDependencies,
  DEFAULT_SETTINGS,
  type RenderSettings,
} from '../../../workers/render/run/context.js';
import { sandboxedTools, tools } from './render-tools.js';

export interface TestPreviews {
  readonly previews: Previews;
  /** What the worker has, to render with as well. */
  readonly dependencies: RenderDependencies;
  readonly settings: RenderSettings;
  readonly close: () => Promise<void>;
}

const nothing = (): TE.TaskEither<never, ReadonlyArray<never>> => TE.right([]);
const NO_ASSETS: StoredAssets = {
  assets: { byIds: nothing },
  storage: { find: () => TE.right(O.none), get: () => TE.right(false) },
};

/**
 * Previews as a worker makes them, within this process; sources may come from 127.0.0.1.
 * @param sandboxed whether images are decoded and texts drawn in sandboxed processes, as in a worker
 * @param ready how many such processes wait for the next preview, as in a worker; absent: the previews share those of tests
 * @param stored the assets of a service, if there is one
 * @param fetchMs time limit for fetching the sources of a preview
 */
export const previewsHere = async ({
  sandboxed = false,
  ready = 0,
  stored = NO_ASSETS,
  fetchMs = DEFAULT_SETTINGS.fetchMs,
} = {}): Promise<TestPreviews> => {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-previews-'));
  const agents = guardedAgents({ allowedPrivateHosts: ['127.0.0.1'] });
  const cache = contentCache(CachedContent, join(folder, 'cache'), 64 * 1024 * 1024);
  const { close, ...used } =
    ready > 0
      ? mediaTools(join(folder, 'pictures'), ready)
      : { ...(sandboxed ? sandboxedTools : tools), close: () => Promise.resolve() };
  const dependencies = {
    ...used,
    ...('put' in stored.storage ? { proxies: stored.storage as Pick<ObjectStorage, 'put'> } : {}),
    assets: withSpokenTexts(
      {
        engine: espeakNg(),
        storage: localFiles(join(folder, 'sources')),
        permits: fairSemaphore(SHARED.speech),
      },
      withStoredAssets(stored, withSampleMedia(PUBLIC_BASE_URL, assetDownloads({ agents, cache }))),
    ),
    transcriber: undefined,
  };
  const settings = { ...DEFAULT_SETTINGS, fetchMs, workRoot: join(folder, 'work') };
  const kept = (name: string) => ({
    cache: contentCache(CacheEntry, join(folder, name), 2 ** 30),
    identity: rendererIdentity,
  });
  const sharedCache = { ...kept('pieces'), isShared: false };
  const pictureCache = { ...kept('frames') };
  const previews = rendererPreviews({ ...dependencies, sharedCache, pictureCache }, settings);
  return {
    previews,
    dependencies,
    settings,
    close: async () => {
      await previews.settled();
      await close();
      agents.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
