import { groupedBy } from '../../../../domain/groups.js';
import { unionOf } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedCaption } from '../../../../domain/composition/resolve/resolved.js';
import { glyphStyleOf, outerWidth, type Slot } from '../layout/caption-layout.js';
import { areaOf, type LinePart } from '../layout/line-parts.js';
import { lineMetrics } from '../layout/text-layout.js';
import { lineBackgrounds } from './line-backgrounds.js';
import { EMPTY, type Markup } from './markup.js';
import { boxSvg } from './svg.js';

export const LINE_HEIGHT = 1.2;

/** A word of a caption in its place. */
export interface PlacedSlot extends Slot {
  readonly x: number;
  readonly baseline: number;
}

/** The box of a word, and its glyphs, which are drawn above the boxes and shadows of all words. */
export const wordSvg = (
  slot: PlacedSlot,
  variant: 'plain' | 'lit',
): { readonly background: Markup; readonly part: LinePart } => {
  const { style, font, line, inset } = slot[variant];
  const metrics = lineMetrics(font, style.fontSize, LINE_HEIGHT);
  const x = slot.x + (slot.width - outerWidth(slot[variant])) / 2;
  const from = x + inset;
  const box = {
    x,
    y: slot.baseline - metrics.baseline - inset,
    width: line.width + inset * 2,
    height: metrics.height + inset * 2,
  };
  const part = {
    style: glyphStyleOf(style),
    font,
    glyphs: line.glyphs,
    origin: { x: from, y: slot.baseline },
    from,
    to: from + line.width,
    area: box,
  };
  return { background: { svg: boxSvg(style, box), bounds: box }, part };
};

/** The background behind the lines of a caption. It has room for both styles, so it stays still while words are spoken. */
export const captionBackground = (
  { textBackground }: ResolvedCaption,
  placed: ReadonlyArray<PlacedSlot>,
): Markup => {
  if (!textBackground) return EMPTY;
  const lines = [...groupedBy(placed, ({ baseline }) => baseline).values()];
  const areas = lines.map((slots) =>
    slots.flatMap((slot) => [wordSvg(slot, 'plain'), wordSvg(slot, 'lit')].map(({ part }) => areaOf(part))),
  );
  return lineBackgrounds(
    textBackground,
    areas.flatMap((line) => unionOf(line) ?? []),
  );
};
