import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { RenderedFile } from '../../workers/render/ports/renderer.js';
import { withClipIds } from '../../domain/composition/clips/clip-ids.js';
import type { Composition } from '../../domain/composition/composition.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import type { OwnerId, RenderId } from '../../domain/ids.js';
import type { RenderFailure } from '../../domain/render/render-failure.js';
import { recordedFailure } from '../../domain/render/failure-cause.js';
import { CachedContent } from '../../infrastructure/sources/asset-cache.js';
import { contentCache } from '../../infrastructure/storage/content-cache.js';
import { assetDownloads } from '../../infrastructure/sources/downloads.js';
import { mediaTools } from '../../infrastructure/rendering/ffmpeg/tools.js';
import { guardedAgents } from '../../infrastructure/net/guarded-agents.js';
import { DEFAULT_SETTINGS } from '../../workers/render/run/context.js';
import { mediaRenderer } from '../../workers/render/run/run-render.js';
import { type AssetServer, startAssetServer } from '../support/servers/asset-server.js';
import { type CanaryServer, startCanaryServer } from '../support/servers/canary-server.js';
import { type Canaries, layCanaries } from './corpus/canaries.js';

/** A worker's real renderer, with a server of hostile files and canaries that it must not touch. */
export interface Victim {
  readonly folder: string;
  readonly server: AssetServer;
  readonly canary: CanaryServer;
  readonly canaries: Canaries;
  /** Renders 1 s of 160×90 px in 25 frames from these clips; gives up after `ms`. `metadata` adds to that of the video. */
  readonly render: (
    clips: ReadonlyArray<object>,
    ms: number,
    metadata?: object,
  ) => Promise<E.Either<RenderFailure, RenderedFile>>;
  /** The files that renders have left in their work folder. */
  readonly leftovers: () => Promise<ReadonlyArray<string>>;
  readonly close: () => Promise<void>;
}

/** Time limit of such a render in ms: 30 s, and proportionally more on a loaded machine. */
export const mostMs = (): number => Math.round(30_000 * Math.max(1, loadavg()[0]! / availableParallelism()));

const CANVAS = { width: 160, height: 90 };

const compositionOf = (clips: ReadonlyArray<object>, metadata: object = {}): Composition => {
  const timeFrame = { start: 0, end: 1000 };
  const body = CreateVideoBody.decode({
    metadata: { name: 'hostile', duration: 1000, fps: 25, canvas: CANVAS, ...metadata },
    clips: clips.map((clip) => ({ timeFrame, size: CANVAS, ...clip })),
  });
  if (E.isLeft(body)) throw new Error(body.left.map(({ message }) => message).join('\n'));
  const ids = body.right.clips.map((_, index) => `clip-${index}`);
  return { ...body.right, clips: withClipIds(body.right.clips, [], ids) };
};

export const startVictim = async (): Promise<Victim> => {
  const folder = await mkdtemp(join(tmpdir(), 'victim-'));
  const [server, canary] = await Promise.all([startAssetServer(), startCanaryServer()]);
  const canaryFolder = join(folder, 'canaries');
  const workRoot = join(folder, 'work');
  await Promise.all([mkdir(canaryFolder), mkdir(workRoot)]);
  const agents = guardedAgents({ allowedPrivateHosts: [server.host] });
  const assets = assetDownloads({
    agents,
    cache: contentCache(CachedContent, join(folder, 'cache'), 2 ** 30),
    limits: { assetBytes: 64 * 2 ** 20, retryDelaysMs: [1, 1, 1] },
  });
  const { close: closeTools, ...tools } = mediaTools(join(folder, 'pictures'));
  const renderer = mediaRenderer(
    { ...tools, assets, transcriber: undefined },
    { ...DEFAULT_SETTINGS, workRoot, preset: 'ultrafast' },
  );
  return {
    folder,
    server,
    canary,
    canaries: await layCanaries(canaryFolder, canary.port),
    render: async (clips, ms, metadata) =>
      E.mapLeft(recordedFailure)(
        await renderer.render(
          {
            renderId: 'hostile' as RenderId,
            ownerId: 'hostile' as OwnerId,
            composition: compositionOf(clips, metadata),
            stem: 'output',
          },
          {
            onProgress: () => undefined,
            onCaptioned: async () => undefined,
            inSlot: (work) => work(),
            signal: AbortSignal.timeout(ms),
          },
        )(),
      ),
    leftovers: () => readdir(workRoot),
    close: async () => {
      agents.destroy();
      await Promise.all([server.close(), canary.close(), closeTools()]);
      await rm(folder, { recursive: true });
    },
  };
};
