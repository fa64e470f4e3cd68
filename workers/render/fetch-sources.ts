import type { Asset } from '../../application/ports/asset-source.js';
import type { ProbedSource } from '../../application/ports/media-probe.js';
import { type ClipType, hasSource } from '../../domain/composition/clip.js';
import type { Composition } from '../../domain/composition/composition.js';
import { frameCount, frameRate, framesWithin, isEmptySpan } from '../../domain/composition/timeline.js';
import type { RenderContext } from './context.js';
import { clipName, RenderProblem, valueOf } from './failures.js';
import { inParallel } from './in-parallel.js';
import type { LocalSource } from './layers.js';

const PARALLEL_DOWNLOADS = 4;

export interface FetchedSources {
  readonly sources: ReadonlyMap<number, LocalSource>;
  readonly assets: ReadonlyArray<Asset>;
}

/** Fetches and probes the source of every clip that is seen or heard, each address once. */
export const fetchSources = async (
  { clips, metadata }: Composition,
  downloadBudget: number,
  { folder, signal, progress, assets, probe }: RenderContext,
): Promise<FetchedSources> => {
  const rate = frameRate(metadata.fps);
  const frames = frameCount(metadata.duration, rate);
  const wanted = clips.flatMap(({ type, source, timeFrame }, clip) =>
    hasSource(type) && source && !isEmptySpan(framesWithin(timeFrame, rate, frames))
      ? [{ clip, type, source }]
      : [],
  );
  const urls = [...new Map(wanted.map(({ source, clip }) => [source, clip] as const).reverse())].reverse();
  const budget = { remainingBytes: downloadBudget };
  let fetched = 0;
  const found = await inParallel(urls, PARALLEL_DOWNLOADS, signal, async ([url, clip], signal) => {
    const asset = await valueOf(assets.fetch(url, { signal, folder, budget }), clip);
    const probed = await valueOf(probe.probe(asset.path, signal), clip);
    fetched += 1;
    progress('fetch', fetched / urls.length);
    return [url, { asset, probed }] as const;
  });
  progress('fetch', 1);
  const byUrl = new Map(found);
  const sources = new Map<number, LocalSource>();
  for (const { clip, type, source } of wanted) {
    const entry = byUrl.get(source);
    if (!entry) continue;
    refuseWrongKind(clip, type, entry.probed);
    sources.set(clip, { path: entry.asset.path, probed: entry.probed });
  }
  return { sources, assets: found.map(([, { asset }]) => asset) };
};

const refuseWrongKind = (clip: number, type: ClipType, probed: ProbedSource): void => {
  const refuse = (message: string): never => {
    throw new RenderProblem({ stage: 'probe', message, retryable: false, clip: clipName(clip) });
  };
  if (type === 'image' && probed._tag !== 'Image') refuse('the source is not an image');
  if (type === 'video' && probed._tag === 'Media' && !probed.video) refuse('the source has no picture');
  if (type === 'audio' && (probed._tag !== 'Media' || !probed.audio)) refuse('the source has no sound');
};
