import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import type { ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import type { LocalSource } from '../../plan/local-source.js';
import { checkTables } from '../prepare/check-tables.js';
import type { RenderContext } from '../context.js';
import type { FetchedSources } from './fetch-sources.js';
import { withSubtitles } from '../prepare/import-subtitles.js';
import { rasterizerWithFonts } from '../prepare/open-fonts.js';
import { probeSources } from './probe-sources.js';
import { refuseTooCostly } from '../prepare/resolve-composition.js';
import { resolvedWithTexts } from '../prepare/speech-words.js';
import { type Stopwatch, stopwatch } from '../tasks/stopwatch.js';

/** What a composition is planned from. */
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
 * The same for a composition whose subtitles are not read yet, and which may be too costly.
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
