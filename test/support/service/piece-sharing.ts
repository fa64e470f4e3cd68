/** Workers that share the pieces of a render, without the service around them. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { NatsConnection } from 'nats';
import type { Composition } from '../../../domain/composition/composition.js';
import type { OwnerId, RenderId, VideoId } from '../../../domain/ids.js';
import type { Render } from '../../../domain/render/state.js';
import { natsPieceExchange } from '../../../infrastructure/nats/piece-exchange.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { rendererIdentity } from '../../../infrastructure/rendering/renderer-identity.js';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { storedSourcePins } from '../../../infrastructure/storage/source-pins.js';
import { storedContent } from '../../../infrastructure/storage/stored-content.js';
import type { AssetSource } from '../../../workers/render/ports/asset-source.js';
import { KeptFile } from '../../../workers/render/ports/piece-cache.js';
import { renderPlaces } from '../../../workers/render/run/loop/render-places.js';
import type { RenderSettings } from '../../../workers/render/run/render-settings.js';
import type { Reusing } from '../../../workers/render/run/pieces/reuse.js';
import { helpOthers, type HelpServices } from '../../../workers/render/run/share/help-render.js';
import type { PieceSharing } from '../../../workers/render/run/share/share-pieces.js';
import { settingsFor, type Studio, toolsFor } from '../renders/render.js';

/** A worker with a folder and a cache of its own. */
export interface SharingWorker {
  readonly folder: string;
  readonly sharing: PieceSharing;
  readonly reusing: Reusing;
}

/** Opens a worker in a folder. @param pieces the folder of the object storage that all workers reach */
export const openSharingWorker = async (
  folder: string,
  pieces: string,
  nats: NatsConnection,
): Promise<SharingWorker> => {
  const work = join(folder, 'work');
  await mkdir(work, { recursive: true });
  return {
    folder,
    sharing: {
      exchange: natsPieceExchange(nats),
      pieces: storedContent(KeptFile, localFiles(pieces), work),
    },
    reusing: {
      cache: contentCache(KeptFile, join(folder, 'cache'), 2 ** 33),
      identity: rendererIdentity,
      isShared: false,
    },
  };
};

/** The render that `render` of test/support makes, as it is recorded. */
const recorded = (composition: Composition): Render => ({
  _tag: 'Render',
  renderId: '00000000-0000-7000-8000-000000000000' as RenderId,
  ownerId: '00000000-0000-7000-8000-000000000001' as OwnerId,
  video: {
    videoId: '00000000-0000-7000-8000-000000000002' as VideoId,
    version: 1,
    composition,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
  autoGenerateCaptionWords: false,
  captionLanguageCode: 'en',
  status: 'processing',
  attempt: 1,
  lostAttempts: 0,
});

export interface HelperOptions {
  readonly settings: Partial<RenderSettings>;
  readonly onHelped?: HelpServices['onHelped'];
  readonly notice: HelpServices['notice'];
  readonly identity?: string;
  readonly assets?: AssetSource;
}

/** Has a worker help with the render of a composition while it has nothing else to do. @returns ends that */
export const startHelping = async (
  { folder, sharing, reusing }: SharingWorker,
  studio: Studio,
  composition: Composition,
  { settings, notice, identity, assets, onHelped = () => undefined }: HelperOptions,
): Promise<() => Promise<void>> => {
  const stop = new AbortController();
  const ended = helpOthers(
    {
      ...sharing,
      identity: identity ?? (await rendererIdentity()),
      outcomes: { current: () => TE.right(recorded(composition)) },
      needs: {
        ...toolsFor(studio),
        ...(assets ? { assets } : {}),
        reusing,
        pins: storedSourcePins(localFiles(join(folder, 'pins')), systemClock, false),
      },
      settings: { ...settingsFor(studio, settings), workRoot: join(folder, 'help') },
      onHelped,
      notice,
    },
    renderPlaces({ fetchConcurrency: 1, renderConcurrency: 1 }),
    stop.signal,
  );
  return async () => {
    stop.abort();
    await ended();
  };
};
