import type { Paint, Shadow } from '../../../domain/composition/format/paint.js';
import type {
  ResolvedSpan,
  ResolvedText,
  ResolvedTextStyle,
} from '../../../domain/composition/resolve/resolved.js';
import type { WrappableText } from './line-breaking.js';
import type { FontStyle } from './shaping-runs.js';

/** How characters are shaped and painted. */
export interface GlyphStyle extends FontStyle {
  readonly color: Paint;
  readonly strokeWidth: number;
  readonly strokeColor: string;
  readonly underline: boolean;
  readonly lineThrough: boolean;
  /** The background of the characters. */
  readonly backgroundColor?: string | undefined;
  readonly shadow?: Shadow | undefined;
}

/** A text as shown, and the style of everything outside spans. */
export interface StyledText extends WrappableText<GlyphStyle> {
  readonly base: GlyphStyle;
}

/** The character style of text or caption properties. */
export const glyphStyle = (style: ResolvedText | ResolvedTextStyle): GlyphStyle => ({
  family: style.fontFamily,
  weight: style.fontWeight,
  italic: style.fontStyle === 'italic',
  size: style.fontSize,
  letterSpacing: style.letterSpacing,
  wordSpacing: style.wordSpacing,
  color: style.color,
  strokeWidth: style.strokeWidth,
  strokeColor: style.strokeColor,
  underline: style.underline,
  lineThrough: style.lineThrough ?? false,
  shadow: style.shadow,
});

const spanStyle = (base: GlyphStyle, span: ResolvedSpan, scale: number): GlyphStyle => ({
  family: span.fontFamily ?? base.family,
  weight: span.fontWeight ?? base.weight,
  italic: span.fontStyle === undefined ? base.italic : span.fontStyle === 'italic',
  size: span.fontSize === undefined ? base.size : span.fontSize * scale,
  letterSpacing: span.letterSpacing ?? base.letterSpacing,
  wordSpacing: span.wordSpacing ?? base.wordSpacing,
  color: span.color ?? base.color,
  strokeWidth: span.strokeWidth ?? base.strokeWidth,
  strokeColor: span.strokeColor ?? base.strokeColor,
  underline: span.underline ?? base.underline,
  lineThrough: span.lineThrough ?? base.lineThrough,
  backgroundColor: span.backgroundColor,
  shadow: span.shadow ?? base.shadow,
});

/**
 * The text of a clip, ready to be wrapped and drawn at a font size; spans with their own sizes scale with it.
 * @param fontSize in px
 */
export const styledText = (properties: ResolvedText, fontSize: number = properties.fontSize): StyledText => {
  const base = {
    ...glyphStyle(properties),
    size: fontSize,
    tabularFigures: properties.counter !== undefined,
  };
  const { content, spans, textTransform, direction = 'auto', hyphens, lang } = properties;
  const hyphenation = hyphens === 'auto' ? lang : undefined;
  const shown = (text: string, transform: ResolvedText['textTransform'], before: string): string =>
    transformed(text.replaceAll('\t', '    '), transform, before);
  if (!spans)
    return { text: shown(content, textTransform, ''), base, styleAt: () => base, direction, hyphenation };
  let text = '';
  const parts: { readonly style: GlyphStyle; readonly end: number }[] = [];
  for (const span of spans) {
    text += shown(span.text, span.textTransform ?? textTransform, text.slice(-2));
    parts.push({ style: spanStyle(base, span, fontSize / properties.fontSize), end: text.length });
  }
  const styleAt = (position: number): GlyphStyle => {
    let [from, to] = [0, parts.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if ((parts[middle]?.end ?? 0) <= position) from = middle + 1;
      else to = middle;
    }
    return parts[from]?.style ?? base;
  };
  return { text, base, styleAt, direction, hyphenation };
};

/** The first letter of each word, and what comes before it in the word. */
const FIRST_LETTERS = /(?<![\p{L}\p{M}\p{N}'\u2019])\p{L}/gu;

/**
 * Text as `textTransform` shows it (CSS Text 3, section 2.1).
 * @param before the preceding characters, which decide whether the text begins within a word
 */
export const transformed = (text: string, transform: ResolvedText['textTransform'], before = ''): string => {
  switch (transform) {
    case undefined:
    case 'none':
      return text;
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    case 'capitalize':
      return (before + text)
        .replaceAll(FIRST_LETTERS, (letter, index: number) =>
          index < before.length ? letter : letter.toUpperCase(),
        )
        .slice(before.length);
  }
};
