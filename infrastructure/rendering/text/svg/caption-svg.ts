import type { Canvas } from '../../../../domain/composition/composition.js';
import type { CaptionGroup } from '../../../../workers/render/ports/rasterizer.js';
import type { ResolvedCaption, ResolvedTextStyle } from '../../../../domain/composition/resolve/resolved.js';
import { captionLines, glyphStyleOf, insetOf, slotsOf } from '../layout/caption-layout.js';
import { directionsOf, inVisualOrder } from '../layout/bidi.js';
import type { Font, FontLibrary } from '../fonts/fonts.js';
import { behindParts, inkOf } from '../layout/line-parts.js';
import { layered } from './markup.js';
import { scaledPlace } from '../layout/scaled-place.js';
import { shapeLine } from '../layout/shaping.js';
import { shadowAbove } from './shadow-svg.js';
import { lineMetrics } from '../layout/text-layout.js';
import { shareAbove, shareBefore } from '../layout/place-text.js';
import type { SvgDrawing, DrawnMarkup } from './text-svg.js';
import { lastBaseline, type DrawingPlace, reachAbove } from '../layout/visible-lines.js';
import { captionBackground, LINE_HEIGHT, type PlacedSlot, wordSvg } from './word-svg.js';

/**
 * Places words in a column of width `maxWidth` in the box of their caption. Lines below the visible area are not laid out.
 */
export const placeWords = (
  caption: ResolvedCaption,
  words: ReadonlyArray<string>,
  place: DrawingPlace,
  fonts: FontLibrary,
): ReadonlyArray<PlacedSlot> => {
  const { box } = place;
  const text = words.join(' ');
  const directions = directionsOf(text);
  const rightToLeft = directions.base % 2 === 1;
  const styles = [caption.nonHighlightTextProperties, caption.highlightTextProperties];
  const { ascent, height } = captionLine(caption, fonts);
  const reach = Math.max(
    ascent,
    ...styles.map(
      ({ fontSize, strokeWidth, shadow }) =>
        reachAbove(text, fontSize, strokeWidth, fonts.tallestGlyph) + shadowAbove(shadow),
    ),
  );
  const padding = caption.textBackground?.paddingY ?? 0;
  const above = shareAbove(caption.verticalAlign);
  const needsAll = above > 0 || caption.textBackground?.mode === 'block';
  const last = needsAll ? Infinity : lastBaseline(place, reach + padding);
  const gap = spaceWidth(caption.nonHighlightTextProperties, fonts);
  const columnX =
    box.x + Math.max(0, box.width - caption.maxWidth) * shareBefore(caption.textAlign, rightToLeft);

  const all = captionLines(slotsOf(words, directions, caption, fonts), caption.maxWidth, gap);
  const lines = above > 0 ? [...all] : all;
  const top = box.y + (Array.isArray(lines) ? box.height - lines.length * height : 0) * above;
  const placed: PlacedSlot[] = [];
  let index = 0;
  for (const line of lines) {
    const baseline = top + index * height + ascent;
    if (baseline > last) break;
    const room = caption.maxWidth - line.width;
    const justified = caption.textAlign === 'justify' && !line.isLast && line.slots.length > 1;
    const space = gap + (justified ? room / (line.slots.length - 1) : 0);
    let x = columnX + (justified ? 0 : room * shareBefore(caption.textAlign, rightToLeft));
    for (const slot of inVisualOrder(line.slots, ({ level }) => level)) {
      placed.push({ ...slot, x, baseline });
      x += slot.width + space;
    }
    index += 1;
  }
  return placed;
};

/** The fonts of words, in both styles. */
export const fontsOfSlots = (placed: ReadonlyArray<PlacedSlot>): ReadonlySet<Font> =>
  new Set(
    placed.flatMap(({ plain, lit }) => [...plain.line.glyphs, ...lit.line.glyphs].map(({ font }) => font)),
  );

/** Draws a caption that shows `words`, once for each of `pages`, which name the highlighted word. */
export const captionSvgs = (
  caption: ResolvedCaption,
  { words, pages }: CaptionGroup,
  drawnAt: DrawingPlace,
  fonts: FontLibrary,
  { part, scaling }: DrawnMarkup = {},
): ReadonlyArray<SvgDrawing> => {
  const { place, markup } = scaledPlace(drawnAt, scaling);
  const placed = placeWords(caption, words, place, fonts);
  const used = fontsOfSlots(placed);
  const behindLines = captionBackground(caption, placed);
  return pages.map(({ highlighted }) => {
    const drawn = placed.map((slot) => wordSvg(slot, slot.word === highlighted ? 'lit' : 'plain'));
    const words = drawn.map((word) => word.part);
    const markups = [
      ...(part === 'glyphs' ? [] : [behindLines, ...drawn.map(({ background }) => background)]),
      ...(part === 'lines'
        ? []
        : [...behindParts(words, place), ...words.flatMap((word) => inkOf([word], place.view))]),
    ];
    return { ...markup(layered(markups)), fonts: used };
  });
};

/**
 * The smallest box, in whole px, for the lines of any group of words of a caption. Without words, it is one line of the
 * full width of the column.
 */
export const captionSize = (
  caption: ResolvedCaption,
  groups: ReadonlyArray<ReadonlyArray<string>>,
  fonts: FontLibrary,
): Canvas => {
  const { height } = captionLine(caption, fonts);
  const gap = spaceWidth(caption.nonHighlightTextProperties, fonts);
  let [width, lines] = groups.length === 0 ? [caption.maxWidth, 1] : [0, 0];
  for (const words of groups) {
    const slots = slotsOf(words, directionsOf(words.join(' ')), caption, fonts);
    let count = 0;
    for (const line of captionLines(slots, caption.maxWidth, gap)) {
      count += 1;
      width = Math.max(width, line.width);
    }
    lines = Math.max(lines, count);
  }
  return { width: Math.ceil(width - 0.01), height: Math.ceil(lines * height - 0.01) };
};

/** The height of the lines of a caption, and the distance from their top to the baseline, in px. */
const captionLine = (
  { nonHighlightTextProperties, highlightTextProperties }: ResolvedCaption,
  fonts: FontLibrary,
): { readonly ascent: number; readonly height: number } => {
  const metrics = [nonHighlightTextProperties, highlightTextProperties].map((style) =>
    styleMetrics(style, fonts),
  );
  const ascent = Math.max(...metrics.map(({ above }) => above));
  return { ascent, height: ascent + Math.max(...metrics.map(({ below }) => below)) };
};

const spaceWidth = (style: ResolvedTextStyle, fonts: FontLibrary): number =>
  shapeLine(' ', 0, directionsOf(' '), glyphStyleOf(style), fonts).width;

/** How far a line of this style reaches above and below its baseline, padding and border included. */
const styleMetrics = (
  style: ResolvedTextStyle,
  fonts: FontLibrary,
): { readonly above: number; readonly below: number } => {
  const { height, baseline } = lineMetrics(fonts.match(glyphStyleOf(style)), style.fontSize, LINE_HEIGHT);
  const inset = insetOf(style);
  return { above: baseline + inset, below: height - baseline + inset };
};
