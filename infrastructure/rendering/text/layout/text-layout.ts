import type { ResolvedText } from '../../../../domain/composition/resolve/resolved.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import { fittingSize } from '../../../../domain/composition/fitting-size.js';
import type { Font, FontLibrary } from '../fonts/fonts.js';
import { type WrappedLine, wrapText } from './line-breaking.js';
import { type GlyphStyle, styledText, type StyledText } from './styled-text.js';

/** Vertical measures of a line in px. */
interface LineMetrics {
  readonly height: number;
  /**
   * From the top of the line to its baseline. Extra space goes half above and half below, as in CSS 2, section 10.8.
   */
  readonly baseline: number;
}

/** The metrics of lines in a font whose height is `factor` times the font size. */
export const lineMetrics = (font: Font, size: number, factor: number): LineMetrics => {
  const scale = size / font.unitsPerEm;
  const height = size * factor;
  return { height, baseline: (height - (font.ascent + font.descent) * scale) / 2 + font.ascent * scale };
};

/** A wrapped line and its place: px from the top of the first line to its own top, and from there to its baseline. */
export interface SetLine extends WrappedLine<GlyphStyle> {
  readonly top: number;
  readonly baseline: number;
  readonly height: number;
}

/** Tolerance for sums of rounded numbers, in px. */
const SLACK = 0.01;

function* setLines(
  text: StyledText,
  lineHeight: number,
  width: number,
  fonts: FontLibrary,
): Generator<SetLine> {
  const metricsOf = (style: GlyphStyle): LineMetrics =>
    lineMetrics(fonts.match(style), style.size, style.lineHeight ?? lineHeight);
  const strut = metricsOf(text.base);
  let index = 0;
  let excess = 0;
  for (const line of wrapText(text, width, fonts)) {
    // The style of the text counts in every line, like the strut of CSS 2, section 10.8.1.
    // The line feed of an empty line has a style, too.
    const own =
      line.stretches.length > 0
        ? line.stretches.map(({ style }) => style)
        : [text.styleAt(line.paragraphStart)];
    const styles = own.filter((style) => style !== text.base);
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
 * Yields the lines of a text that are shown: all, or those that `maxLines` and `overflow` allow. With `ellipsis`, the
 * last line that fits ends in an ellipsis if more text follows.
 */
function* shownLines(
  text: StyledText,
  { lineHeight, maxLines = Infinity, overflow }: Pick<ResolvedText, 'lineHeight' | 'maxLines' | 'overflow'>,
  room: Canvas,
  fonts: FontLibrary,
): Generator<SetLine> {
  let held: SetLine | undefined;
  let count = 0;
  for (const line of setLines(text, lineHeight, room.width, fonts)) {
    const isTooLow = overflow === 'ellipsis' && line.top + line.height > room.height + SLACK;
    if (held && (count === maxLines || isTooLow)) {
      const isCut = overflow === 'ellipsis' && !isBlankFrom(line, text);
      yield isCut ? { ...held, ...held.withEllipsis(), endsParagraph: true } : held;
      return;
    }
    if (held) yield held;
    held = line;
    count += 1;
  }
  if (held) yield held;
}

/** Whether a line and all that follow it are blank. */
const isBlankFrom = ({ paragraphStart }: SetLine, { text }: StyledText): boolean =>
  text.slice(paragraphStart).trim() === '';

/** A laid-out text: its lines in its own style or, with `fitText`, at the size that fits; computed on demand. */
export interface TextLayout {
  readonly text: StyledText;
  readonly lines: Iterable<SetLine>;
}

/** Lays out a text in the space inside border and padding. */
export const layOutText = (properties: ResolvedText, room: Canvas, fonts: FontLibrary): TextLayout => {
  const text = styledText(properties, sizeIn(properties, room, fonts));
  return { text, lines: shownLines(text, properties, room, fonts) };
};

/**
 * The font size of a text: its own, or with `fitText` the largest whole size at which all lines fit and no word is cut.
 */
const sizeIn = (properties: ResolvedText, room: Canvas, fonts: FontLibrary): number => {
  const { fitText, lineHeight, maxLines = Infinity } = properties;
  if (!fitText) return properties.fontSize;
  const fits = (size: number): boolean => {
    const text = styledText(properties, size);
    let count = 0;
    for (const line of setLines(text, lineHeight, room.width, fonts)) {
      count += 1;
      if (count > maxLines) return isBlankFrom(line, text);
      if (line.hasCutWord) return false;
      if (line.top + line.height > room.height + SLACK || line.width > room.width + SLACK) return false;
    }
    return true;
  };
  return fittingSize(fitText, fits);
};

/** The border and padding on each side of a box, in px. */
export const textInset = ({ borderWidth, padding }: ResolvedText): number => borderWidth + padding;

/**
 * The smallest box, in whole px, for the lines of a text with padding and border.
 * @param width maximum width of the box, in px
 */
export const textSize = (properties: ResolvedText, width: number, fonts: FontLibrary): Canvas => {
  const inset = textInset(properties);
  const room = { width: Math.max(1, width - inset * 2), height: Infinity };
  return boxAround(layOutText(properties, room, fonts).lines, inset);
};

/** The smallest box, in whole px, for lines with an inset. */
export const boxAround = (lines: Iterable<SetLine>, inset: number): Canvas => {
  let [widest, bottom] = [0, 0];
  for (const line of lines) {
    widest = Math.max(widest, line.width);
    bottom = line.top + line.height;
  }
  return { width: Math.ceil(widest + inset * 2 - SLACK), height: Math.ceil(bottom + inset * 2 - SLACK) };
};
