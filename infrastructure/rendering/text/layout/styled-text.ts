import type { Paint, Shadow } from '../../../../domain/composition/fields/paint.js';
import type {
  ResolvedSpan,
  ResolvedText,
  ResolvedTextStyle,
} from '../../../../domain/composition/resolve/resolved.js';
import { shownParts } from '../../../../domain/composition/shown-text.js';
import { lastWhere } from '../../../../domain/last-where.js';
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
  readonly backgroundColor?: Paint | undefined;
  /** Of a span; a factor of its size. */
  readonly lineHeight?: number | undefined;
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
  lineHeight: span.lineHeight,
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
  const { spans, direction = 'auto', hyphens, lang } = properties;
  const hyphenation = hyphens === 'auto' ? lang : undefined;
  const shown = shownParts(properties);
  if (!spans) return { text: shown.join(''), base, styleAt: () => base, direction, hyphenation };
  let end = 0;
  const parts = spans.map((span, index) => {
    end += shown[index]?.length ?? 0;
    return { style: spanStyle(base, span, fontSize / properties.fontSize), end };
  });
  const styleAt = (position: number): GlyphStyle => {
    const before = lastWhere(-1, parts.length, (index) => (parts[index]?.end ?? 0) <= position);
    return parts[before + 1]?.style ?? base;
  };
  return { text: shown.join(''), base, styleAt, direction, hyphenation };
};
