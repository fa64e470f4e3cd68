import { textStates } from '../../../../domain/composition/animation/text-states.js';
import {
  captionGroups,
  captionStates,
  isAnimatedCaption,
} from '../../../../domain/composition/captions/caption-groups.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import { boundsOfRotated, centreOf, placementOf } from '../../../../domain/composition/geometry/geometry.js';
import type {
  ResolvedClip,
  ResolvedClipOf,
  Scaling,
} from '../../../../domain/composition/resolve/resolved.js';
import type { FrameSpan } from '../../../../domain/composition/timeline.js';
import type { NodeContent, PictureCue, ShownPicture, Turn } from '../../draw/scene.js';
import { separateParts, type TextPart } from '../../draw/words/text-parts.js';
import { LARGER_PIXELS, type LayerSource, type RasterSource } from '../../ports/rasterizer.js';
import { mergedStates } from '../merged-caption-states.js';
import { type ListedClip, startOf } from '../clip-frames.js';
import { greatestGrowth } from './growth.js';
import type { Builder } from './scene-builder.js';

/** The size at which texts are rasterized: that of their box at rest. */
const restSize = (clip: ResolvedClip): Canvas => {
  const { width, height } = placementOf(clip).box;
  return { width, height };
};

/** The scaling of the lines of a clip, to be spread into a source; empty if there is none. */
export const scalingOf = ({ scaling }: ResolvedClip): { readonly scaling?: Scaling } =>
  scaling ? { scaling } : {};

type TextSource = Exclude<RasterSource, { _tag: 'Image' }>;

/** The largest factor, within the limit, by which a text is drawn larger than at rest; 1 if it is negligible. */
const growthOf = (clip: ResolvedClip, pages: number, { growth }: Builder): number => {
  const { width, height } = restSize(clip);
  const most = Math.sqrt(LARGER_PIXELS / (width * height * pages));
  const wanted = Math.min(most, greatestGrowth(clip) * growth);
  return wanted > NEGLIGIBLE_GROWTH ? wanted : 1;
};
const NEGLIGIBLE_GROWTH = 1.01;

/** How the pictures of a text or caption are turned; undefined if they are upright. */
const turnOf = (clip: ResolvedClip, at: ClipPath, pages: number, { turned }: Builder): Turn | undefined => {
  if (turned?.has(at) !== true) return undefined;
  const { rotation } = placementOf(clip);
  const box = { x: 0, y: 0, ...restSize(clip) };
  const { width, height } = boundsOfRotated(box, rotation);
  return width * height * pages > LARGER_PIXELS ? undefined : { ...centreOf(box), rotation };
};

/** The pictures of the pages of a text or caption, with larger ones if it grows. */
const shownPictures = (
  clip: ResolvedClip,
  at: ClipPath,
  source: TextSource,
  pages: number,
  builder: Builder,
): ReadonlyArray<ShownPicture> => {
  const turned = turnOf(clip, at, pages, builder);
  const size = restSize(clip);
  const turning = turned && { rotation: turned.rotation };
  const raster = { _tag: 'Raster', source, size, ...scalingOf(clip), ...turning } as const;
  const parts = isSheet(source) ? [] : separateParts(clip);
  const shown = partPictures(raster, parts, at, pages, builder).map((one) =>
    turned ? { ...one, turned } : one,
  );
  const growth = growthOf(clip, pages, builder);
  if (growth === 1) return shown;
  const larger = partPictures({ ...raster, growth }, parts, at, pages, builder);
  return shown.map((one, page) => ({ ...one, ...(larger[page] ? { larger: larger[page] } : {}) }));
};

/** The pictures of the pages of a raster: whole pages, or their parts if effects apply only to some parts. */
const partPictures = (
  raster: Extract<LayerSource, { _tag: 'Raster' }> & { readonly source: TextSource },
  parts: ReadonlyArray<TextPart>,
  at: ClipPath,
  pages: number,
  { add, pictures }: Builder,
): ReadonlyArray<ShownPicture> => {
  const picturesOf = (part?: TextPart): ReadonlyArray<number> => {
    const { source } = raster;
    const layerSource = add(at, {
      ...raster,
      source: part && source._tag !== 'CaptionWords' ? { ...source, part } : source,
    });
    return Array.from({ length: pages }, (_, page) => pictures.push({ layerSource, page }) - 1);
  };
  if (parts.length === 0) return picturesOf().map((picture) => ({ picture }));
  const [box, lines, glyphs] = (['box', 'lines', 'glyphs'] as const).map((part) =>
    parts.includes(part) ? picturesOf(part) : [],
  );
  return Array.from({ length: pages }, (_, page) => ({
    picture: glyphs?.[page] ?? 0,
    behind: {
      ...(box?.[page] === undefined ? {} : { box: box[page] }),
      ...(lines?.[page] === undefined ? {} : { lines: lines[page] }),
    },
  }));
};

const cuesOf = (
  states: ReadonlyArray<{ readonly span: FrameSpan }>,
  shown: ReadonlyArray<ShownPicture>,
): ReadonlyArray<PictureCue> =>
  shown.flatMap((one, page) => (states[page] ? [{ ...one, span: states[page].span }] : []));

/** Whether pages are sheets of sprites, on which the parts are separate. */
const isSheet = (source: RasterSource): boolean =>
  source._tag === 'CaptionWords' || (source._tag === 'Text' && source.unit !== undefined);

/** Rasterizes the states of a text. If it is animated, its letters, words or lines become separate sprites. */
export const textContent = (
  clip: ResolvedClipOf<'text'>,
  { at, origin }: Pick<ListedClip, 'at' | 'origin'>,
  span: FrameSpan,
  builder: Builder,
): NodeContent => {
  const states = textStates(clip, span, builder.rate, origin);
  const { animation } = clip.textProperties;
  const source = {
    _tag: 'Text',
    texts: states.map(({ text }) => text),
    ...(animation ? { unit: animation.unit } : {}),
  } as const;
  const shown = shownPictures(clip, at, source, states.length, builder);
  const cues = cuesOf(states, shown);
  if (animation) return { _tag: 'Units', cues };
  const [only, more] = shown;
  return only && !more ? { _tag: 'Picture', ...only } : { _tag: 'Pages', cues };
};

/** Rasterizes the states of a caption. If it is animated, its words become separate sprites. */
export const captionContent = (
  clip: ResolvedClipOf<'caption'>,
  { at, origin }: Pick<ListedClip, 'at' | 'origin'>,
  span: FrameSpan,
  builder: Builder,
): NodeContent => {
  const timeFrame = { start: startOf({ clip, origin }), offset: clip.timeFrame.offset };
  if (isAnimatedCaption(clip.captionProperties)) {
    const groups = captionGroups(clip.captionProperties, timeFrame, builder.rate, span);
    const { words: _, ...caption } = clip.captionProperties;
    const source = {
      _tag: 'CaptionWords',
      caption: { ...caption, words: [] },
      groups: groups.map(({ words }) => words),
    } as const;
    const shown = shownPictures(clip, at, source, groups.length, builder);
    const cues = cuesOf(groups, shown).map((cue, page) => ({ ...cue, times: groups[page]?.times ?? [] }));
    return { _tag: 'Words', cues };
  }
  const states = captionStates(clip.captionProperties, timeFrame, builder.rate, span);
  const source = { _tag: 'Caption', caption: clip.captionProperties, groups: mergedStates(states) } as const;
  return { _tag: 'Pages', cues: cuesOf(states, shownPictures(clip, at, source, states.length, builder)) };
};
