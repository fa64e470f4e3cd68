import type { ResolvedText } from '../../../domain/composition/resolve/resolved.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { Font, FontLibrary } from './fonts.js';
import { type WrappedLine, wrapText } from './line-breaking.js';
import { type GlyphStyle, styledText, type StyledText } from './styled-text.js';

/** Vertical measures of a line in px. */
interface LineMetrics {
  readonly height: number;
  /** From the top of the line to its baseline: the room left over is shared above and below, as CSS 2 section 10.8 does. */
  readonly baseline: number;
}

/** The metrics of lines in a font, `factor` times the font size high. */
export const lineMetrics = (font: Font, size: number, factor: number): LineMetrics => {
  const scale = size / font.unitsPerEm;
  const height = size * factor;
  return { height, baseline: (height - (font.ascent + font.descent) * scale) / 2 + font.ascent * scale };
};

/** A wrapped line and where it stands: px from the top of the first line to its own, and from there to its baseline. */
export interface SetLine extends WrappedLine<GlyphStyle> {
  readonly top: number;
  readonly baseline: number;
  readonly height: number;
}

/** The room that lines are set in, px. */
type Room = Canvas;

/** What fits despite sums of rounded numbers, px. */
const SLACK = 0.01;

function* setLines(
  text: StyledText,
  lineHeight: number,
  width: number,
  fonts: FontLibrary,
): Generator<SetLine> {
  const metricsOf = (style: GlyphStyle): LineMetrics =>
    lineMetrics(fonts.match(style), style.size, lineHeight);
  const strut = metricsOf(text.base);
  let index = 0;
  let excess = 0;
  for (const line of wrapText(text, width, fonts)) {
    // The text's own style counts in every line, as the strut of CSS 2, section 10.8.1.
    const styles = line.stretches.map(({ style }) => style).filter((style) => style !== text.base);
    const metrics = [strut, ...styles.map(metricsOf)];
    const above = Math.max(...metrics.map(({ baseline }) => baseline));
    const below = Math.max(...metrics.map(({ height, baseline }) => height - baseline));
    const height = styles.length === 0 ? strut.height : above + below;
    yield { ...line, top: index * strut.height + excess, baseline: above, height };
    index += 1;
    excess += height - strut.height;
  }
}

/**
 * The lines of a text that are shown in a room, one by one: all, or what `maxLines` and `overflow` leave of them. With an
 * ellipsis the last of those that fit ends in one, if there are more.
 */
function* shownLines(
  text: StyledText,
  { lineHeight, maxLines = Infinity, overflow }: Pick<ResolvedText, 'lineHeight' | 'maxLines' | 'overflow'>,
  room: Room,
  fonts: FontLibrary,
): Generator<SetLine> {
  let held: SetLine | undefined;
  let count = 0;
  for (const line of setLines(text, lineHeight, room.width, fonts)) {
    const isTooLow = overflow === 'ellipsis' && line.top + line.height > room.height + SLACK;
    if (held && (count === maxLines || isTooLow)) {
      yield overflow === 'ellipsis' ? { ...held, ...held.withEllipsis(), endsParagraph: true } : held;
      return;
    }
    if (held) yield held;
    held = line;
    count += 1;
  }
  if (held) yield held;
}

/** A text laid out: its lines in its own style or, with `fitText`, at the size that fits; found when they are asked for. */
export interface TextLayout {
  readonly text: StyledText;
  readonly lines: Iterable<SetLine>;
}

/** Lays out a text in the room inside border and padding. */
export const layOutText = (properties: ResolvedText, room: Room, fonts: FontLibrary): TextLayout => {
  const text = styledText(properties, fittingSize(properties, room, fonts));
  return { text, lines: shownLines(text, properties, room, fonts) };
};

/** The font size of a text: its own, or the largest whole one of `fitText` at which all lines fit and no word is cut. */
const fittingSize = (properties: ResolvedText, room: Room, fonts: FontLibrary): number => {
  const { fitText, lineHeight, maxLines = Infinity } = properties;
  if (!fitText) return properties.fontSize;
  const fits = (size: number): boolean => {
    let count = 0;
    for (const line of setLines(styledText(properties, size), lineHeight, room.width, fonts)) {
      count += 1;
      if (count > maxLines || line.hasCutWord) return false;
      if (line.top + line.height > room.height + SLACK || line.width > room.width + SLACK) return false;
    }
    return true;
  };
  let fitting = Math.ceil(fitText.min);
  if (fitting > fitText.max) return fitText.min;
  let beyond = Math.floor(fitText.max) + 1;
  while (beyond - fitting > 1) {
    const middle = Math.floor((fitting + beyond) / 2);
    if (fits(middle)) fitting = middle;
    else beyond = middle;
  }
  return fitting;
};

/** How much of a box is not for lines, on each side, px. */
export const textInset = ({ borderWidth, padding }: ResolvedText): number => borderWidth + padding;

/**
 * The smallest box of whole px that holds the lines of a text with padding and border.
 * @param width that the box may take at most, px
 */
export const textSize = (properties: ResolvedText, width: number, fonts: FontLibrary): Canvas => {
  const inset = textInset(properties);
  const room = { width: Math.max(1, width - inset * 2), height: Infinity };
  let [widest, bottom] = [0, 0];
  for (const line of layOutText(properties, room, fonts).lines) {
    widest = Math.max(widest, line.width);
    bottom = line.top + line.height;
  }
  return { width: Math.ceil(widest + inset * 2 - SLACK), height: Math.ceil(bottom + inset * 2 - SLACK) };
};
