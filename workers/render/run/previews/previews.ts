import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { type FairPlaces, fairPlaces, type Party } from '../../../../application/places/fair-places.js';
import { SHARED } from '../../../../application/places/shared-resources.js';
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
import type { RenderContext, RenderDependencies } from '../context.js';
import { type FetchedSources, fetchSources } from '../sources/fetch-sources.js';
import { editingProxies } from './editing-proxy.js';
import { makePlayback, TooManyPicturesError } from './pack-playback.js';
import { type PlanSources, planSources } from '../sources/plan-sources.js';
import { probedMedia } from '../sources/probed-media.js';
import { drawFrame } from './render-frame.js';
import type { RenderSettings } from '../render-settings.js';
import { previewReuse, type PreviewReuse } from './preview-reuse.js';
import { withinTime } from '../tasks/within-time.js';
import { createWorkFolder } from '../tasks/work-folder.js';

/** Size of a worker's cache of recently drawn frames, in bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Who asks if nobody else does. */
const SERVICE: Party = { owner: '' };

/** There was no place in time to draw a preview. */
class NoPlaceError extends Error {}

/** Names the content of a preview: what it is made from, the hashes of that, and what is made. */
const keyOf = (
  { metadata, clips }: Composition,
  { assets }: FetchedSources,
  made: ReadonlyArray<unknown>,
): string => {
  const hashes = assets.map(({ url, sha256 }) => [url, sha256]);
  const content = [{ ...metadata, name: '' }, clips, hashes, ...made];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
};

/** The requested time is outside the video. */
class OutsideVideoError extends Error {
  readonly durationMs: number;

  constructor(durationMs: number) {
    super(`the video ends at ${durationMs} ms`);
    this.durationMs = durationMs;
  }
}

const failureOf = (error: unknown): PreviewFailure | undefined => {
  if (error instanceof OutsideVideoError) return { _tag: 'FrameOutsideVideo', durationMs: error.durationMs };
  if (error instanceof NoPlaceError) return { _tag: 'NoWorkerAvailable' };
  if (error instanceof TooManyPicturesError) return { _tag: 'PreviewTooLarge' };
  if (error instanceof RenderError) return { _tag: 'FrameNotDrawn', failure: recordedFailure(error.cause) };
  return undefined;
};

/** Previews by this process. */
export interface RendererPreviews extends Previews {
  /** Resolves when all is kept that previews were to keep. */
  readonly settled: () => Promise<void>;
}

/**
 * Previews by the renderer itself. The sources of each are fetched or revalidated as for a render, so a frame that is
 * taken from the cache is the one that would be drawn.
 */
export const rendererPreviews = (
  needs: RenderDependencies,
  settings: RenderSettings,
  drawing: FairPlaces = fairPlaces(SHARED.drawing),
): RendererPreviews => {
  const { proxies } = needs;
  const recent = new LRUCache<string, Uint8Array>({
    maxSize: KEPT_BYTES,
    maxEntrySize: KEPT_BYTES / 4,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });
  /** Pictures that can't be kept are painted again, and what can't be removed is removed with the worker's folder. */
  const finishing = laterWork();
  const limits: RenderSettings = {
    ...settings,
    isAwaited: true,
    fetchMs: Math.min(settings.fetchMs, PREVIEW_TIMES.fetching),
    renderMs: Math.min(settings.renderMs, PREVIEW_TIMES.making),
  };

  const make = async <A>(
    signal: AbortSignal,
    by: Party | undefined,
    work: (context: RenderContext, later: LaterWork['start']) => Promise<A>,
  ): Promise<E.Either<PreviewFailure, A>> => {
    const folder = await createWorkFolder(settings.workRoot);
    const after: (() => Promise<void>)[] = [];
    const later: LaterWork['start'] = (work) => void after.push(work);
    try {
      const context = { folder: folder.path, owner: by?.owner, signal, progress: () => undefined, ...needs };
      return E.right(await work(context, later));
    } catch (error) {
      if (signal.aborted) return E.left({ _tag: 'NoWorkerAvailable' });
      const failure = failureOf(error);
      if (failure) return E.left(failure);
      throw error;
    } finally {
      if (after.length === 0) await folder.dispose();
      else
        finishing.start(async () => {
          for (const work of after) await work().catch(() => undefined);
          await folder.dispose();
        });
    }
  };

  /** Does work that uses the processor when it is its turn. */
  const inTurn = async <A>(by: Party, signal: AbortSignal, work: () => Promise<A>): Promise<A> => {
    const entered = await drawing.enter(by, signal);
    if (E.isLeft(entered)) throw new NoPlaceError();
    return work().finally(entered.right.leave);
  };

  /** Makes a preview from the sources of a composition, unless it is among those made last. */
  const fromSources = (
    { composition, owner }: Pick<FrameRequest, 'composition' | 'owner'>,
    signal: AbortSignal,
    by: Party | undefined,
    keyOf: (fetched: FetchedSources) => string,
    work: (sources: PlanSources, fetched: FetchedSources, reuse: PreviewReuse) => Promise<Uint8Array>,
  ) =>
    make(signal, by, async (context, later) => {
      const fetched = await fetchSources(composition, limits, context);
      const key = keyOf(fetched);
      const known = recent.get(key);
      if (known) return known;
      // What the previews before it keep.
      await finishing.ended();
      const reuse = await previewReuse(context, fetched, owner);
      later(reuse.settled);
      const bytes = await inTurn(by ?? SERVICE, signal, () =>
        withinTime({ doing: 'render', ms: limits.renderMs }, signal, async (inTime) =>
          work(
            await planSources(composition, fetched, {
              ...context,
              ...(reuse.series === undefined ? {} : { series: reuse.series }),
              reuse: reuse.facts,
              signal: inTime,
            }),
            fetched,
            reuse,
          ),
        ),
      );
      recent.set(key, bytes);
      return bytes;
    });

  return {
    frame: (request, signal, by) => () => {
      const { composition, ms, format, width } = request;
      const { from } = frameAt(ms, frameRate(composition.metadata.fps), Number.POSITIVE_INFINITY);
      return fromSources(
        request,
        signal,
        by,
        (fetched) => keyOf(composition, fetched, [from, format, width]),
        async (sources, fetched, { pictures }) => {
          const { duration } = sources.resolved.metadata;
          if (ms >= duration) throw new OutsideVideoError(duration);
          return readFile(await drawFrame(request, sources, fetched, limits, pictures));
        },
      );
    },
    playback: (composition, signal, by) => () =>
      fromSources(
        { composition },
        signal,
        by,
        (fetched) => keyOf(composition, fetched, ['playback']),
        (sources, fetched) => makePlayback(composition, sources, fetched),
      ),
    check: (composition, signal, by) => () =>
      make(signal, by, async (context) => {
        const ms = limits.fetchMs + limits.renderMs;
        const found = await withinTime({ doing: 'render', ms }, signal, (inTime) =>
          checkComposition(composition, limits, { ...context, signal: inTime }),
        );
        return { ...found, mostSeconds: settings.renderMs / 1000 };
      }),
    proxy: proxies
      ? editingProxies(needs, settings, proxies)
      : () => () => Promise.resolve(E.left({ _tag: 'NoWorkerAvailable' })),
    media: (url, signal, by) => () => make(signal, by, (context) => probedMedia(url, limits, context)),
    settled: finishing.ended,
  };
};

/** Work that goes on after its request was answered. */
export interface LaterWork {
  /** Starts work that nobody depends on: its failure is ignored. */
  readonly start: (work: () => Promise<void>) => void;
  /** Resolves when all work has ended that was started so far. */
  readonly ended: () => Promise<void>;
}

export const laterWork = (): LaterWork => {
  const going = new Set<Promise<void>>();
  return {
    start: (work) => {
      const ending = work().catch(() => undefined);
      going.add(ending);
      void ending.then(() => going.delete(ending));
    },
    ended: async () => {
      await Promise.all(going);
    },
  };
};
