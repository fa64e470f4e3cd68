import { type ClipPath, clipPath } from '../../../domain/composition/clip-paths.js';
import type { Asset } from '../ports/asset-source.js';
import { type ClipType, hasSource } from '../../../domain/composition/clip.js';
import type { Composition } from '../../../domain/composition/composition.js';
import { frameCount, frameRate, framesWithin, isEmptySpan } from '../../../domain/composition/timeline.js';
import type { RenderFailure } from '../../../domain/render/events.js';
import type { RenderContext } from './context.js';
import { valueOf } from './failures.js';
import { inParallel } from './in-parallel.js';
import { withinTime } from './within-time.js';

const PARALLEL_DOWNLOADS = 4;

/** What all sources of a render may take together. */
export interface FetchBudget {
  /** What one render may download, in bytes. */
  readonly fetchBytes: number;
  /** How long fetching all its sources may take, in ms. */
  readonly fetchMs: number;
}

/** A clip that is seen or heard, by its path, and its source. */
export interface ClipWithSource {
  readonly clip: ClipPath;
  readonly type: ClipType;
  readonly source: string;
}

export interface FetchedSources {
  readonly clips: ReadonlyArray<ClipWithSource>;
  /** By their addresses; with each the first clip that uses it. */
  readonly assets: ReadonlyMap<string, { readonly asset: Asset; readonly clip: ClipPath }>;
}

const clipsWithSources = ({ clips, metadata }: Composition): ReadonlyArray<ClipWithSource> => {
  const rate = frameRate(metadata.fps);
  const frames = frameCount(metadata.duration, rate);
  return clips.flatMap(({ type, source, timeFrame }, index) =>
    hasSource(type) && source && !isEmptySpan(framesWithin(timeFrame, rate, frames))
      ? [{ clip: clipPath(index), type, source }]
      : [],
  );
};

const tookTooLong =
  (ms: number) =>
  (stopped: Partial<RenderFailure>): RenderFailure => ({
    ...stopped,
    stage: 'download',
    message: `fetching the sources of the render took longer than ${ms / 1000} s`,
    retryable: true,
  });

/** Fetches the source of every clip that is seen or heard, each address once, all within one budget. */
export const fetchSources = async (
  composition: Composition,
  { fetchBytes, fetchMs }: FetchBudget,
  { folder, signal, progress, assets }: RenderContext,
): Promise<FetchedSources> => {
  const clips = clipsWithSources(composition);
  const urls = [...new Map(clips.map(({ source, clip }) => [source, clip] as const).reverse())].reverse();
  const budget = { remainingBytes: fetchBytes };
  let fetched = 0;
  const found = await withinTime(fetchMs, signal, tookTooLong(fetchMs), (signal) =>
    inParallel(urls, PARALLEL_DOWNLOADS, signal, async ([url, clip], signal) => {
      const asset = await valueOf(assets.fetch(url, { signal, folder, budget }), clip);
      fetched += 1;
      progress('fetch', fetched / urls.length);
      return [url, { asset, clip }] as const;
    }),
  );
  progress('fetch', 1);
  return { clips, assets: new Map(found) };
};
