import type { ProbedSource } from '../../ports/media-probe.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { RenderContext } from '../context.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import { valueOf } from '../tasks/failures.js';
import type { FetchedSources } from './fetch-sources.js';
import { inParallel } from '../tasks/in-parallel.js';
import { PROBED_SOURCE } from '../../ports/media-probe.js';
import type { LocalSource } from '../../plan/local-source.js';
import type { SourceRole } from '../../plan/source-uses.js';
import { NO_REUSE, recalled } from '../pieces/reuse.js';
import { workingOn } from '../tasks/working-on.js';

/** The roles of files that are not media. */
const NOT_PROBED: ReadonlySet<SourceRole> = new Set(['table', 'font', 'subtitles']);

/** The kind of what is kept of a probe. */
export const PROBE = 'probe';

/** Maximum number of files probed concurrently: each may start a process that also paints later. */
const PARALLEL_PROBES = 2;

/**
 * Probes the downloaded media, each file once, unless an earlier render did. @returns the sources by the paths of their
 * clips
 */
export const probeSources = async (
  { sources }: FetchedSources,
  context: Pick<RenderContext, 'folder' | 'signal' | 'series' | 'probe' | 'onClip' | 'reuse'>,
): Promise<ReadonlyMap<ClipPath, LocalSource>> => {
  const { signal, probe, reuse = NO_REUSE } = context;
  const media = sources.filter(({ use: { role } }) => !NOT_PROBED.has(role));
  const firstUses = new Map<string, ClipPath>();
  for (const { path, use } of media) if (!firstUses.has(path)) firstUses.set(path, use.at);
  const probed = new Map(
    await inParallel([...firstUses], PARALLEL_PROBES, signal, async ([path, at], signal) => {
      const probed = await recalled(reuse, PROBE, { path }, PROBED_SOURCE, () =>
        workingOn(context, [at], () => valueOf(probe.probe(path, { ...context, signal }), at)),
      );
      return [path, probed] as const;
    }),
  );
  const found = new Map<ClipPath, LocalSource>();
  for (const { path, use } of media) {
    const known = probed.get(path);
    if (!known) continue;
    refuseWrongKind(use.at, use.role, known);
    found.set(use.at, { path, probed: known });
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
