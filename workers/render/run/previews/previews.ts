import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { type FairSemaphore, fairSemaphore } from '../../../../application/permits/fair-semaphore.js';
import { SHARED } from '../../../../application/permits/shared-resources.js';
import {
  type FrameRequest,
  PREVIEW_TIMES,
  type PreviewFailure,
  type Previews,
} from '../../../../application/ports/previews.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import { frameAt, frameRate } from '../../../../domain/composition/timeline.js';
import { checkComposition } from '../check/check-composition.js';
import type { RenderDependencies, RenderSettings } from '../context.js';
import { type FetchedSources, fetchSources } from '../sources/fetch-sources.js';
import { editingProxies } from './editing-proxy.js';
import { makePlayback, PreviewError } from './pack-playback.js';
import { type FolderDependencies, inOwnFolder, type PreviewOptions, SERVICE } from './own-folder.js';
import { pendingWrites } from './pending-writes.js';
import { type PlanSources, planSources } from '../sources/plan-sources.js';
import { probedMedia } from '../sources/probed-media.js';
import { drawFrame } from './render-frame.js';
import { previewReuse, type PreviewReuse } from './preview-reuse.js';
import { withinTime } from '../tasks.js';

/** Size of a worker's cache of recently drawn frames, in bytes. */
const CACHE_BYTES = 64 * 1024 * 1024;

/** The cache key of a preview: its composition, the hashes of its sources, and the kind of preview. */
const keyOf = (
  { metadata, clips }: Composition,
  { assets }: FetchedSources,
  kind: ReadonlyArray<unknown>,
): string => {
  const hashes = assets.map(({ url, sha256 }) => [url, sha256]);
  const content = [{ ...metadata, name: '' }, clips, hashes, ...kind];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
};

export interface RendererPreviews extends Previews {
  /** Resolves when all results of previews are cached. */
  readonly settled: () => Promise<void>;
}

interface PreviewDependencies extends FolderDependencies {
  /** Permits for work that uses the processor. */
  readonly drawing: FairSemaphore;
  readonly recent: LRUCache<string, Uint8Array>;
}

/**
 * Makes a preview from the sources of a composition, or returns it from the cache of recent ones.
 * @param kind the kind and the settings of the preview, as a part of the cache key
 */
const fromSources = (
  dependencies: PreviewDependencies,
  composition: Composition,
  kind: ReadonlyArray<unknown>,
  options: PreviewOptions,
  work: (sources: PlanSources, fetched: FetchedSources, reuse: PreviewReuse) => Promise<Uint8Array>,
): Promise<E.Either<PreviewFailure, Uint8Array>> =>
  inOwnFolder(dependencies, options, async (context, removeAfter) => {
    const { limits, drawing, recent } = dependencies;
    const fetched = await fetchSources(composition, limits, context);
    const key = keyOf(composition, fetched, kind);
    const known = recent.get(key);
    if (known) return known;
    // Earlier previews of this owner may still be writing results to the cache that this one can use.
    await dependencies.writes.of((options.by ?? SERVICE).owner);
    const reuse = await previewReuse(context, fetched, options.by?.owner || undefined);
    removeAfter(reuse.settled);
    const permit = await drawing.acquire(options.by ?? SERVICE, options.signal);
    if (E.isLeft(permit)) throw new PreviewError({ _tag: 'NoWorkerAvailable' });
    const bytes = await withinTime(
      { doing: 'render', ms: limits.renderMs },
      options.signal,
      async (signal) => {
        const series = reuse.series === undefined ? {} : { series: reuse.series };
        const planned = { ...context, ...series, reuse: reuse.facts, signal };
        return work(await planSources(composition, fetched, planned), fetched, reuse);
      },
    ).finally(permit.right.release);
    recent.set(key, bytes);
    return bytes;
  });

const makeFrame = (dependencies: PreviewDependencies, request: FrameRequest, options: PreviewOptions) => {
  const { composition, ms, format, width } = request;
  const { from } = frameAt(ms, frameRate(composition.metadata.fps), Number.POSITIVE_INFINITY);
  return fromSources(
    dependencies,
    composition,
    [from, format, width],
    options,
    async (sources, fetched, { pictures }) => {
      const { duration } = sources.resolved.metadata;
      if (ms >= duration) throw new PreviewError({ _tag: 'FrameOutsideVideo', durationMs: duration });
      return readFile(await drawFrame(request, sources, fetched, dependencies.limits, pictures));
    },
  );
};

const makeCheck = (
  dependencies: PreviewDependencies,
  mostSeconds: number,
  composition: Composition,
  options: PreviewOptions,
) =>
  inOwnFolder(dependencies, options, async (context) => {
    const ms = dependencies.limits.fetchMs + dependencies.limits.renderMs;
    const found = await withinTime({ doing: 'render', ms }, options.signal, (signal) =>
      checkComposition(composition, dependencies.limits, { ...context, signal }),
    );
    return { ...found, mostSeconds };
  });

/**
 * Makes previews with the code that renders. The sources of each preview are fetched or revalidated as for a render, so a
 * cached frame is the one that would be drawn.
 */
export const rendererPreviews = (
  renderDependencies: RenderDependencies,
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
    maxSize: CACHE_BYTES,
    maxEntrySize: CACHE_BYTES / 4,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });
  const dependencies: PreviewDependencies = {
    ...renderDependencies,
    limits,
    drawing,
    recent,
    writes: pendingWrites(),
  };
  return {
    frame: (request, signal, by) => () => makeFrame(dependencies, request, { signal, by }),
    playback: (request, signal, by) => () => {
      const { composition, seen, withSound } = request;
      const kind = ['playback', seen, withSound];
      return fromSources(dependencies, composition, kind, { signal, by }, (sources, fetched, { pictures }) =>
        makePlayback(request, sources, fetched, pictures),
      );
    },
    check: (composition, signal, by) => () =>
      makeCheck(dependencies, settings.renderMs / 1000, composition, { signal, by }),
    proxy: renderDependencies.proxies
      ? editingProxies(renderDependencies, settings, renderDependencies.proxies)
      : () => () => Promise.resolve(E.left({ _tag: 'NoWorkerAvailable' })),
    media: (url, signal, by) => () =>
      inOwnFolder(dependencies, { signal, by }, (context) => probedMedia(url, limits, context)),
    settled: async () => {
      await dependencies.writes.settled();
    },
  };
};
