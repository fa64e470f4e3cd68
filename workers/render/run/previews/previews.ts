import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import {
  type FairSemaphore,
  fairSemaphore,
  type Party,
} from '../../../../application/permits/fair-semaphore.js';
import { SHARED } from '../../../../application/permits/shared-resources.js';
import {
  type FrameRequest,
  PREVIEW_TIMES,
  type PreviewFailure,
  type Previews,
} from '../../../../application/ports/previews.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import { frameAt, frameRate } from '../../../../domain/composition/timeline.js';
import { recordedFailure, RenderError } from '../../../../domain/render/failure-cause.js';
import { checkComposition } from '../check/check-composition.js';
import {
  type RenderContext,
  type RenderDependencies,
  type RenderSettings,
  createWorkFolder,
} from '../context.js';
import { type FetchedSources, fetchSources } from '../sources/fetch-sources.js';
import { editingProxies } from './editing-proxy.js';
import { makePlayback, PreviewError } from './pack-playback.js';
import { type PlanSources, planSources } from '../sources/plan-sources.js';
import { probedMedia } from '../sources/probed-media.js';
import { drawFrame } from './render-frame.js';
import { NO_REUSE } from '../pieces/reuse.js';
import { previewReuse, type PreviewReuse } from './preview-reuse.js';
import { withinTime } from '../tasks.js';

/** Size of a worker's cache of recently drawn frames, in bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Who gets the permits where nobody is known to ask. */
const SERVICE: Party = { owner: '' };

/** The name of a preview's content: its inputs, their hashes, and the kind of preview. */
const keyOf = (
  { metadata, clips }: Composition,
  { assets }: FetchedSources,
  made: ReadonlyArray<unknown>,
): string => {
  const hashes = assets.map(({ url, sha256 }) => [url, sha256]);
  const content = [{ ...metadata, name: '' }, clips, hashes, ...made];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
};

export interface RendererPreviews extends Previews {
  /** Resolves when all is kept that previews were to keep. */
  readonly settled: () => Promise<void>;
}

interface PreviewMaker {
  readonly needs: RenderDependencies;
  readonly limits: RenderSettings;
  /** Those who use the processor. */
  readonly drawing: FairSemaphore;
  readonly recent: LRUCache<string, Uint8Array>;
  /** What goes on after requests were answered. */
  finishing: Promise<unknown>;
}

interface Asked {
  readonly signal: AbortSignal;
  readonly by: Party | undefined;
}

/**
 * Works in a folder of its own.
 * @param work `keep` tells what the removal of the folder has to wait for
 */
const inOwnFolder = async <A>(
  maker: PreviewMaker,
  { signal, by }: Asked,
  work: (context: RenderContext, keep: (kept: () => Promise<void>) => void) => Promise<A>,
): Promise<E.Either<PreviewFailure, A>> => {
  const { needs, limits } = maker;
  const folder = await createWorkFolder(limits.workRoot);
  let keeping: (() => Promise<void>) | undefined;
  try {
    const progress = (): void => undefined;
    const context = { folder: folder.path, owner: by?.owner, signal, progress, reuse: NO_REUSE, ...needs };
    return E.right(await work(context, (kept) => void (keeping = kept)));
  } catch (error) {
    if (signal.aborted) return E.left({ _tag: 'NoWorkerAvailable' });
    if (error instanceof PreviewError) return E.left(error.failure);
    if (!(error instanceof RenderError)) throw error;
    return E.left({ _tag: 'FrameNotDrawn', failure: recordedFailure(error.cause) });
  } finally {
    if (!keeping) await folder.dispose();
    else {
      // Pictures that can't be kept are painted again, and what can't be removed is removed with the worker's folder.
      const ending = keeping()
        .catch(() => undefined)
        .then(folder.dispose)
        .catch(() => undefined);
      maker.finishing = Promise.all([maker.finishing, ending]);
    }
  }
};

/**
 * Makes a preview from the sources of a composition, unless it is among those made last.
 * @param made says what is made
 */
const fromSources = (
  maker: PreviewMaker,
  composition: Composition,
  made: ReadonlyArray<unknown>,
  asked: Asked,
  work: (sources: PlanSources, fetched: FetchedSources, reuse: PreviewReuse) => Promise<Uint8Array>,
): Promise<E.Either<PreviewFailure, Uint8Array>> =>
  inOwnFolder(maker, asked, async (context, keep) => {
    const { limits, drawing, recent } = maker;
    const fetched = await fetchSources(composition, limits, context);
    const key = keyOf(composition, fetched, made);
    const known = recent.get(key);
    if (known) return known;
    // What the previews before it keep.
    await maker.finishing;
    const reuse = await previewReuse(context, fetched, asked.by?.owner || undefined);
    keep(reuse.settled);
    const permit = await drawing.acquire(asked.by ?? SERVICE, asked.signal);
    if (E.isLeft(permit)) throw new PreviewError({ _tag: 'NoWorkerAvailable' });
    const bytes = await withinTime({ doing: 'render', ms: limits.renderMs }, asked.signal, async (signal) => {
      const series = reuse.series === undefined ? {} : { series: reuse.series };
      const planned = { ...context, ...series, reuse: reuse.facts, signal };
      return work(await planSources(composition, fetched, planned), fetched, reuse);
    }).finally(permit.right.release);
    recent.set(key, bytes);
    return bytes;
  });

const makeFrame = (maker: PreviewMaker, request: FrameRequest, asked: Asked) => {
  const { composition, ms, format, width } = request;
  const { from } = frameAt(ms, frameRate(composition.metadata.fps), Number.POSITIVE_INFINITY);
  return fromSources(
    maker,
    composition,
    [from, format, width],
    asked,
    async (sources, fetched, { pictures }) => {
      const { duration } = sources.resolved.metadata;
      if (ms >= duration) throw new PreviewError({ _tag: 'FrameOutsideVideo', durationMs: duration });
      return readFile(await drawFrame(request, sources, fetched, maker.limits, pictures));
    },
  );
};

const makeCheck = (maker: PreviewMaker, mostSeconds: number, composition: Composition, asked: Asked) =>
  inOwnFolder(maker, asked, async (context) => {
    const ms = maker.limits.fetchMs + maker.limits.renderMs;
    const found = await withinTime({ doing: 'render', ms }, asked.signal, (signal) =>
      checkComposition(composition, maker.limits, { ...context, signal }),
    );
    return { ...found, mostSeconds };
  });

/**
 * Previews by the renderer itself. The sources of each are fetched or revalidated as for a render, so a frame that is
 * taken from the cache is the one that would be drawn.
 */
export const rendererPreviews = (
  needs: RenderDependencies,
  settings: RenderSettings,
  drawing: FairSemaphore = fairSemaphore(SHARED.drawing),
): RendererPreviews => {
  const limits: RenderSettings = {
    ...settings,
    isAwaited: true,
    fetchMs: Math.min(settings.fetchMs, PREVIEW_TIMES.fetching),
    renderMs: Math.min(settings.renderMs, PREVIEW_TIMES.making),
  };
  const recent = new LRUCache<string, Uint8Array>({
    maxSize: KEPT_BYTES,
    maxEntrySize: KEPT_BYTES / 4,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });
  const maker: PreviewMaker = { needs, limits, drawing, recent, finishing: Promise.resolve() };
  return {
    frame: (request, signal, by) => () => makeFrame(maker, request, { signal, by }),
    playback: (request, signal, by) => () => {
      const { composition, seen, withSound } = request;
      const made = ['playback', seen, withSound];
      return fromSources(maker, composition, made, { signal, by }, (sources, fetched, { pictures }) =>
        makePlayback(request, sources, fetched, pictures),
      );
    },
    check: (composition, signal, by) => () =>
      makeCheck(maker, settings.renderMs / 1000, composition, { signal, by }),
    proxy: needs.proxies
      ? editingProxies(needs, settings, needs.proxies)
      : () => () => Promise.resolve(E.left({ _tag: 'NoWorkerAvailable' })),
    media: (url, signal, by) => () =>
      inOwnFolder(maker, { signal, by }, (context) => probedMedia(url, limits, context)),
    settled: async () => {
      await maker.finishing;
    },
  };
};
