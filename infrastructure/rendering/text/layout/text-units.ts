import { groupedBy } from '../../../../domain/groups.js';
import { unitStarts } from '../../../../domain/composition/animation/text-units.js';
import type { TextUnit } from '../../../../domain/composition/fields/text-animation.js';
import {
  expanded,
  intersectionOf,
  type Rect,
  unionOf,
} from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedText, Scaling } from '../../../../domain/composition/resolve/resolved.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { isOpaquePaint } from '../svg/paint-svg.js';
import { type DrawnSheet, drawnSheet, type LooseSprite, SOFT_EDGE } from '../svg/sprite-sheet.js';
import { areaOf, backgroundsOf, fontsOf, inkOf, type LinePart, shadowsOf } from './line-parts.js';
import { EMPTY, layered, type Markup } from '../svg/markup.js';
import { lastWhere } from '../../../../domain/last-where.js';
import { type PlacedText, placeText } from './place-text.js';
import { scaledPlace } from './scaled-place.js';
import type { DrawingPlace } from './visible-lines.js';

/** The index of the unit at a position of the text: the last one that begins at or before it. */
const unitAt = (starts: ReadonlyArray<number>, position: number): number =>
  lastWhere(0, starts.length, (index) => (starts[index] ?? 0) <= position);

/** Where a part is split: at a whole pixel (of which a px of the layout has `across`), so that lines and backgrounds show no seam. */
const cut = ({ from, to }: LinePart, x: number, across: number): number =>
  x <= from + 0.01
    ? from
    : x >= to - 0.01
      ? to
      : Math.min(to, Math.max(from, Math.round(x * across) / across));

/** Groups parts of lines by unit; a ligature belongs to the unit of its first letter. */
const partsByUnit = (
  { text, lines }: PlacedText,
  unit: TextUnit,
  across: number,
): { readonly parts: ReadonlyMap<number, ReadonlyArray<LinePart>>; readonly count: number } => {
  const starts = unit === 'line' ? [] : unitStarts(text, unit);
  const units = new Map<number, LinePart[]>();
  for (const [number, { paragraphStart, parts }] of lines.entries())
    for (const part of parts) {
      const own = groupedBy(part.glyphs, ({ position }) =>
        unit === 'line' ? number : unitAt(starts, paragraphStart + position),
      );
      for (const [index, glyphs] of own) {
        const from = cut(part, part.origin.x + Math.min(...glyphs.map((glyph) => glyph.from)), across);
        const to = cut(part, part.origin.x + Math.max(...glyphs.map((glyph) => glyph.to)), across);
        units.set(index, [...(units.get(index) ?? []), { ...part, glyphs, from, to }]);
      }
    }
  return { parts: units, count: Math.max(1, unit === 'line' ? lines.length : starts.length) };
};

/** Strokes and backgrounds are below all glyphs, including those of other units. */
export const spritesOf = (
  unit: number,
  parts: ReadonlyArray<LinePart>,
  place: DrawingPlace,
): ReadonlyArray<LooseSprite> => {
  const covered = parts.filter(({ style }) => style.strokeWidth > 0 && isOpaquePaint(style.color));
  const outlines = covered.map((part) => ({
    ...part,
    style: { ...part.style, color: part.style.strokeColor, underline: false, lineThrough: false },
  }));
  const ink = parts.map((part) =>
    covered.includes(part) ? { ...part, style: { ...part.style, strokeWidth: 0 } } : part,
  );
  return [
    { unit, layer: 'shadow', markup: layered(shadowsOf(parts, place)) },
    { unit, layer: 'under', markup: layered([...backgroundsOf(parts), ...inkOf(outlines, place.view)]) },
    { unit, layer: 'ink', markup: layered(inkOf(ink, place.view)) },
  ];
};

/** The parts of two units as one, if they are in one style and on one line, and are outlines. */
const joinedPart = (
  before: ReadonlyArray<LinePart> | undefined,
  own: ReadonlyArray<LinePart>,
): LinePart | undefined => {
  const [first, second] = [before?.[0], own[0]];
  if (!first || !second || before?.length !== 1 || own.length !== 1) return undefined;
  if (first.style !== second.style || first.origin !== second.origin) return undefined;
  const glyphs = [...first.glyphs, ...second.glyphs];
  if (glyphs.some(({ font }) => font.bitmaps || font.hasColorGlyphs)) return undefined;
  return { ...first, glyphs, from: Math.min(first.from, second.from), to: Math.max(first.to, second.to) };
};

const touch = (a: Markup, b: Markup): boolean =>
  a.bounds !== undefined &&
  b.bounds !== undefined &&
  intersectionOf(expanded(a.bounds, SOFT_EDGE), expanded(b.bounds, SOFT_EDGE)) !== undefined;

/**
 * The sprites of all units. One that touches the sprite of the unit before it is also drawn as one shape with it, as
 * the text is at rest.
 */
const unitSprites = (
  units: ReadonlyMap<number, ReadonlyArray<LinePart>>,
  place: DrawingPlace,
): ReadonlyArray<LooseSprite> => {
  const sprites = new Map([...units].map(([unit, parts]) => [unit, spritesOf(unit, parts, place)]));
  return [...units].flatMap(([unit, parts]) => {
    const own = sprites.get(unit) ?? [];
    const joined = joinedPart(units.get(unit - 1), parts);
    if (!joined) return own;
    const both = spritesOf(unit, [joined], place);
    const before = sprites.get(unit - 1) ?? [];
    return own.map((sprite, index): LooseSprite => {
      const [beneath, markup] = [before[index]?.markup ?? EMPTY, both[index]?.markup ?? EMPTY];
      const isJoined = sprite.layer !== 'shadow' && touch(beneath, sprite.markup);
      return isJoined ? { ...sprite, withPrevious: markup } : sprite;
    });
  });
};

/** The pivot of a unit and the size of its letters, in px of the box. */
const middleOf = (parts: ReadonlyArray<LinePart>, box: Rect) => {
  const { x, y, width, height } = unionOf(parts.map(areaOf)) ?? box;
  const size = parts.reduce((most, { style }) => Math.max(most, style.size), 1);
  return { x: x + width / 2 - box.x, y: y + height / 2 - box.y, size };
};

/** Draws a text on a sheet, with each letter, word or line separately. */
export const textSheet = (
  properties: ResolvedText,
  drawnAt: DrawingPlace,
  unit: TextUnit,
  fonts: FontLibrary,
  scaling?: Scaling,
): DrawnSheet => {
  const { place, markup, rect, across, down } = scaledPlace(drawnAt, scaling);
  const placed = placeText(properties, place, fonts);
  const { box } = drawnAt;
  const { parts, count } = partsByUnit(placed, unit, across);
  const middles = Array.from({ length: count }, (_, index) => {
    const { x, y, size } = middleOf(parts.get(index) ?? [], place.box);
    return { x: x * across, y: y * down, size: size * down };
  });
  const { boxMarkup, background } = placed;
  const clip = placed.clip && rect(placed.clip);
  const sprites: ReadonlyArray<LooseSprite> = [
    { unit: -1, layer: 'box', markup: boxMarkup },
    { unit: -1, layer: 'background', markup: background },
    ...unitSprites(parts, place),
  ];
  return drawnSheet(
    sprites.map(({ withPrevious, ...sprite }) => ({
      ...sprite,
      markup: markup(sprite.markup),
      ...(withPrevious ? { withPrevious: markup(withPrevious) } : {}),
    })),
    box,
    { units: middles, ...(clip ? { clip: { ...clip, x: clip.x - box.x, y: clip.y - box.y } } : {}) },
    fontsOf(placed.lines.flatMap((line) => line.parts)),
  );
};
