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

/** What a composition is planned from. */
export interface PlanSources {
  readonly resolved: ResolvedComposition;
  readonly sources: ReadonlyMap<ClipPath, LocalSource>;
  /** The context with a rasterizer that has the fonts of the composition. */
  readonly context: RenderContext;
}

/**
 * Reads and probes the fetched sources and resolves all automatic values of a composition.
 * @throws RenderError
 */
export const planSources = async (
  given: Composition,
  fetched: FetchedSources,
  plain: RenderContext,
): Promise<PlanSources> => {
  const composition = (await withSubtitles(given, fetched))?.composition ?? given;
  const context = { ...plain, ...(await rasterizerWithFonts(composition, fetched, plain)) };
  await checkTables(fetched);
  const sources = await probeSources(fetched, context);
  const resolved = await resolvedWithTexts(composition, sources, context);
  await refuseTooCostly(resolved, sources, context.signal);
  return { resolved, sources, context };
};
