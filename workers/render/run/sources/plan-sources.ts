import { readFile, stat } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import type { ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import type { LocalSource } from '../../plan/local-source.js';
import { type RenderContext, workingOn } from '../context.js';
import type { FetchedSources } from './fetch-sources.js';
import { withSubtitles } from '../prepare/import-subtitles.js';
import { rasterizerWithFonts } from '../prepare/open-fonts.js';
import { refuseTooCostly } from '../prepare/resolve-composition.js';
import { resolvedWithTexts } from '../prepare/measure-texts.js';
import { type Stopwatch, stopwatch, inParallel } from '../tasks.js';
import { ProbedSource } from '../../ports/media-probe.js';
import { RenderError, unusableSource } from '../../../../domain/render/failure-cause.js';
import { valueOf } from '../failures.js';
import type { SourceRole } from '../../plan/source-uses.js';
import { cachedValue } from '../pieces/reuse.js';
import { LARGEST_CUBE, readCube } from '../../draw/effects/color-table.js';

/** The inputs for planning a composition. */
export interface PlanSources {
  readonly resolved: ResolvedComposition;
  readonly sources: ReadonlyMap<ClipPath, LocalSource>;
  /** The context with a rasterizer that has the fonts of the composition. */
  readonly context: RenderContext;
}

/**
 * Probes the fetched sources and resolves all automatic values of a composition.
 * @throws RenderError
 */
export const readSources = async (
  composition: Composition,
  fetched: FetchedSources,
  plain: RenderContext,
  watch: Pick<Stopwatch, 'time'> = stopwatch(),
): Promise<PlanSources> => {
  const context = { ...plain, ...(await rasterizerWithFonts(composition, fetched, plain)) };
  await checkTables(fetched);
  const sources = await watch.time('probe', () => probeSources(fetched, context));
  const resolved = await resolvedWithTexts(composition, sources, context);
  return { resolved, sources, context };
};

/**
 * As {@link readSources}, but also reads subtitle files, and refuses a composition that is too costly.
 * @throws RenderError
 */
export const planSources = async (
  composition: Composition,
  fetched: FetchedSources,
  plain: RenderContext,
): Promise<PlanSources> => {
  const subtitled = await withSubtitles(composition, fetched);
  const read = await readSources(subtitled?.composition ?? composition, fetched, plain);
  await refuseTooCostly(read.resolved, read.sources, plain.signal);
  return read;
};

/** The roles of files that are not media, and so are not probed. */
const NOT_PROBED: ReadonlySet<SourceRole> = new Set(['table', 'font', 'subtitles']);

/** The kind of cached probes. */
export const PROBE = 'probe';

/** The most files that are probed concurrently: each may start a process that also paints later. */
const PARALLEL_PROBES = 2;

/**
 * Probes the downloaded media, each file once, unless the probe is cached.
 * @returns the sources by the paths of their clips
 */
export const probeSources = async (
  { sources }: FetchedSources,
  context: Pick<RenderContext, 'folder' | 'signal' | 'series' | 'probe' | 'onClip' | 'reuse'>,
): Promise<ReadonlyMap<ClipPath, LocalSource>> => {
  const { signal, probe, reuse } = context;
  const media = sources.filter(({ use: { role } }) => !NOT_PROBED.has(role));
  const firstUses = new Map<string, ClipPath>();
  for (const { path, use } of media) if (!firstUses.has(path)) firstUses.set(path, use.at);
  const probed = new Map(
    await inParallel([...firstUses], PARALLEL_PROBES, signal, async ([path, at], signal) => {
      const probed = await cachedValue(reuse, PROBE, { path }, ProbedSource, () =>
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
    throw new RenderError(unusableSource('probe', message, at));
  };
  if (role === 'image' && probed._tag !== 'Image') refuse('the source is not an image');
  if ((role === 'video' || role === 'mask') && probed._tag === 'Media' && !probed.video)
    refuse('the source has no picture');
  if (role === 'audio' && (probed._tag !== 'Media' || !probed.audio)) refuse('the source has no sound');
};

/**
 * Reads every colour table, so that the render fails early if one is not a `.cube` file.
 * @throws RenderError naming the filter
 */
export const checkTables = async ({ sources }: FetchedSources): Promise<void> => {
  for (const { use, path } of sources) {
    if (use.role !== 'table') continue;
    const { size } = await stat(path);
    const read =
      size > LARGEST_CUBE ? E.left('the colour table is too large') : readCube(await readFile(path, 'utf8'));
    if (E.isLeft(read)) throw new RenderError(unusableSource('decode', read.left, use.at));
  }
};
