import { stat } from 'node:fs/promises';
import type { Composition } from '../../../../domain/composition/composition.js';
import type { Clip } from '../../../../domain/composition/clips/clip.js';
import { type ClipPath, clipsWithPaths } from '../../../../domain/composition/clips/clip-paths.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import type { LocalFont } from '../../ports/rasterizer.js';
import type { RenderContext } from '../context.js';
import { type FailureCause, notDrawable, RenderError } from '../../../../domain/render/failure-cause.js';
import { valueOf } from '../failures.js';
import type { FetchedSources } from '../sources/fetch-sources.js';

const familiesOf = (clip: Clip): ReadonlyArray<string> => {
  if (clip.type === 'text') {
    const { fontFamily, spans = [] } = clip.textProperties;
    return [fontFamily, ...spans.flatMap((span) => span.fontFamily ?? [])];
  }
  if (clip.type !== 'caption') return [];
  const { highlightTextProperties, nonHighlightTextProperties } = clip.captionProperties;
  return [nonHighlightTextProperties.fontFamily, highlightTextProperties.fontFamily];
};

/** The families that clips request, with the paths of the clips. */
export const requestedFamilies = (
  clips: ReadonlyArray<Clip>,
): ReadonlyArray<{ readonly family: string; readonly at: ClipPath }> =>
  clipsWithPaths(clips).flatMap(({ clip, at }) => familiesOf(clip).map((family) => ({ family, at })));

/** A rasterizer, and the client's fonts that it has. */
type WithFonts = Pick<RenderContext, 'rasterizer'> & Required<Pick<RenderContext, 'ownFonts'>>;

/**
 * The rasterizer with the fonts of the composition.
 * @throws RenderError if a font can't be read, or if one is missing and `missingFonts` is `fail`
 */
export const rasterizerWithFonts = async (
  { metadata, clips }: Composition,
  { sources }: FetchedSources,
  context: Pick<RenderContext, 'rasterizer' | 'folder' | 'signal' | 'series'>,
): Promise<WithFonts> => {
  const mustBeThere = metadata.missingFonts === 'fail';
  const own = metadata.fonts ?? [];
  if (own.length === 0 && !mustBeThere) return { rasterizer: context.rasterizer, ownFonts: [] };
  const paths = sources.flatMap(({ use: { role }, path }) => (role === 'font' ? [path] : []));
  const fonts: LocalFont[] = [];
  for (const [index, { source: _, ...font }] of own.entries()) {
    const path = paths[index];
    if (path === undefined) continue;
    if ((await stat(path)).size > LIMITS.fontBytes) throw new RenderError(tooLarge(font.family));
    fonts.push({ ...font, path });
  }
  const requested = mustBeThere ? requestedFamilies(clips) : [];
  const families = [...new Set(requested.map(({ family }) => family))];
  const opened = await valueOf(context.rasterizer.openFonts(fonts, families, context));
  const [missing] = opened.missing;
  if (missing === undefined) return { rasterizer: opened.rasterizer, ownFonts: fonts };
  const first = requested.find(({ family }) => family === missing);
  throw notDrawable(`there is no font named "${missing}"`, first?.at);
};

const tooLarge = (family: string): FailureCause => ({
  _tag: 'DownloadFailed',
  message: `the font "${family}" is larger than ${LIMITS.fontBytes / 1024 / 1024} MiB`,
  retryable: false,
});
