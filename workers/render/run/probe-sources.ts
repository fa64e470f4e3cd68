import type { ProbedSource } from '../ports/media-probe.js';
import type { ClipPath } from '../../../domain/composition/clip-paths.js';
import type { RenderContext } from './context.js';
import { RenderError } from '../../../domain/render/failure-cause.js';
import { valueOf } from './failures.js';
import type { FetchedSources } from './fetch-sources.js';
import { inParallel } from './in-parallel.js';
import type { LocalSource } from '../plan/layers.js';
import type { SourceRole } from '../plan/wanted-sources.js';

/** Maximum number of files probed at once. */
const PARALLEL_PROBES = 4;

/** Probes the downloaded media, each file once. @returns the sources by the paths of their clips */
export const probeSources = async (
  { sources }: FetchedSources,
  { signal, probe }: Pick<RenderContext, 'signal' | 'probe'>,
): Promise<ReadonlyMap<ClipPath, LocalSource>> => {
  const media = sources.filter(({ wanted: { role } }) => role !== 'table' && role !== 'font');
  const firstUses = new Map<string, ClipPath>();
  for (const { path, wanted } of media) if (!firstUses.has(path)) firstUses.set(path, wanted.at);
  const probed = new Map(
    await inParallel([...firstUses], PARALLEL_PROBES, signal, async ([path, at], signal) => [
      path,
      await valueOf(probe.probe(path, signal), at),
    ]),
  );
  const found = new Map<ClipPath, LocalSource>();
  for (const { path, wanted } of media) {
    const known = probed.get(path);
    if (!known) continue;
    refuseWrongKind(wanted.at, wanted.role, known);
    found.set(wanted.at, { path, probed: known });
  }
  return found;
};

const refuseWrongKind = (at: ClipPath, role: SourceRole, probed: ProbedSource): void => {
  const refuse = (message: string): never => {
    throw new RenderError({ _tag: 'SourceUnusable', stage: 'probe', message, clip: at });
  };
  if (role === 'image' && probed._tag !== 'Image') refuse('the source is not an image');
  if ((role === 'video' || role === 'mask') && probed._tag === 'Media' && !probed.video)
    refuse('the source has no picture');
  if (role === 'audio' && (probed._tag !== 'Media' || !probed.audio)) refuse('the source has no sound');
};
