import type { ClipPath } from '../../../domain/composition/clip-paths.js';
import type { ProbedSource } from '../ports/media-probe.js';
import type { ClipType } from '../../../domain/composition/clip.js';
import type { RenderContext } from './context.js';
import { RenderProblem, valueOf } from './failures.js';
import type { FetchedSources } from './fetch-sources.js';
import { inParallel } from './in-parallel.js';
import type { LocalSource } from '../plan/layers.js';

/** How many files are looked at at once. */
const PARALLEL_PROBES = 4;

/** Looks at what was fetched, each file once; gives the source of each clip by the path of the clip. */
export const probeSources = async (
  { clips, assets }: FetchedSources,
  { signal, probe }: Pick<RenderContext, 'signal' | 'probe'>,
): Promise<ReadonlyMap<ClipPath, LocalSource>> => {
  const probed = await inParallel([...assets], PARALLEL_PROBES, signal, async ([url, found], signal) => {
    const { path } = found.asset;
    return [url, { path, probed: await valueOf(probe.probe(path, signal), found.clip) }] as const;
  });
  const byUrl = new Map(probed);
  const sources = new Map<ClipPath, LocalSource>();
  for (const { clip, type, source } of clips) {
    const local = byUrl.get(source);
    if (!local) continue;
    refuseWrongKind(clip, type, local.probed);
    sources.set(clip, local);
  }
  return sources;
};

const refuseWrongKind = (clip: ClipPath, type: ClipType, probed: ProbedSource): void => {
  const refuse = (message: string): never => {
    throw new RenderProblem({ stage: 'probe', message, retryable: false, clip });
  };
  if (type === 'image' && probed._tag !== 'Image') refuse('the source is not an image');
  if (type === 'video' && probed._tag === 'Media' && !probed.video) refuse('the source has no picture');
  if (type === 'audio' && (probed._tag !== 'Media' || !probed.audio)) refuse('the source has no sound');
};
