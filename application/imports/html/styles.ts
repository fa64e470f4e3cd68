import { colorOf } from '../reading/colors.js';
import type { DeviationKind } from '../reading/deviations.js';
import type { Fonts } from '../reading/fonts.js';
import { type Canvas, CASES, type JsonObject, same, table, clamped } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { type Css, KEPT } from './css.js';
import { filledIn } from '../reading/variables.js';
import { OF_BOXES, one, pxField, type Read } from './box-properties.js';
import { type BoxLook, boxLookOf } from './look.js';
import * as cssValues from './css-values.js';

/**
 * The style of letters, which elements inside inherit: fields of a text, and what they are made of. `lineHeight` is a factor of
 * the font size, `linePx` px, and `opacity` that of all that is drawn, with that of what is around it.
 */
export type Letters = JsonObject & { readonly fontSize: number } & Readonly<
    Partial<
      Record<'weight' | 'lineHeight' | 'linePx' | 'opacity', number | undefined> &
        Record<'families' | 'align' | 'space', string | undefined>
    >
  >;

const word =
  (field: string, words: Readonly<Record<string, unknown>>): Read =>
  (value) =>
    Object.hasOwn(words, value) ? { [field]: words[value] } : undefined;

/** Space between letters or words, of which 0 is the same as none. */
const spacing =
  (field: string): Read =>
  (value, lengths) => {
    const found = value === 'normal' ? 0 : cssValues.cssPx(value, lengths);
    return found === undefined ? undefined : { [field]: found || undefined };
  };

const decoration: Read = (value) => {
  const has = (line: string) => value.includes(line) || undefined;
  const isKnown = /underline|line-through|none/.test(value);
  return isKnown ? { underline: has('underline'), lineThrough: has('line-through') } : undefined;
};

const lineHeight: Read = (value, lengths) => {
  if (value === 'normal') return { lineHeight: undefined, linePx: undefined };
  // Nobody means a factor of 78: Shotstack takes it as a percentage.
  const factor = /^[\d.]+$/.test(value) ? Number(value) : undefined;
  if (factor !== undefined) return { lineHeight: factor > 10 ? factor / 100 : factor, linePx: undefined };
  return one('linePx', cssValues.cssPx)(value, { ...lengths, whole: lengths.em });
};

/** The style and weight, in any order, and the size, line height and families of letters in one value. */
const font: Read = (value, lengths) => {
  const [, before = '', size, height, families] =
    /^((?:(?:[a-z-]+|\d{3})\s+)*)([\d.]+[a-z%]+)(?:\s*\/\s*([\d.]+[a-z%]*))?\s+(.+)$/i.exec(value) ?? [];
  const fontSize = cssValues.cssPx(size, lengths);
  if (fontSize === undefined) return undefined;
  const lines = height === undefined ? {} : lineHeight(height, { ...lengths, em: fontSize });
  const fontStyle = /\b(italic|oblique)\b/i.test(before) ? 'italic' : undefined;
  const weight = cssValues.weightOf(/\b(\d{3}|bold|bolder)\b/i.exec(before)?.[0] ?? 'normal');
  return { fontSize, families, fontStyle, weight, ...lines };
};

const strokeOf = ({ width, color }: cssValues.Line): JsonObject =>
  width > 0 ? { strokeWidth: width, strokeColor: color } : {};

/** Properties of letters. Percentages are those of the font size. */
const OF_LETTERS: Readonly<Record<string, Read>> = table<Read>({
  color: one('color', colorOf),
  direction: () => ({}),
  'font-family': (families) => ({ families }),
  'font-size': pxField('fontSize'),
  font,
  'font-style': word('fontStyle', { italic: 'italic', oblique: 'italic', normal: undefined }),
  'font-weight': one('weight', cssValues.weightOf),
  'letter-spacing': spacing('letterSpacing'),
  'word-spacing': spacing('wordSpacing'),
  'line-height': lineHeight,
  'text-align': word('align', { ...same('left right center justify'), start: 'left', end: 'right' }),
  'text-decoration': decoration,
  'text-decoration-line': decoration,
  'text-shadow': (value, lengths) => {
    const outline = cssValues.outlineOf(value, lengths);
    if (outline) return strokeOf(outline);
    return value === 'none' ? { shadow: undefined } : one('shadow', cssValues.shadowOf)(value, lengths);
  },
  '-webkit-text-fill-color': (value) =>
    value === 'transparent' ? {} : one('color', colorOf)(value, cssValues.PX),
  // Half of it lies on the letters.
  '-webkit-text-stroke': (value, lengths) => {
    const { width, color } = cssValues.lineOf(value, lengths);
    return width === undefined || color === undefined ? undefined : strokeOf({ width: width / 2, color });
  },
  'text-transform': word('textTransform', CASES),
  'white-space': (space) => ({ space }),
});

/** Properties that do not change a still picture of a block of text, or not by much. */
const HARMLESS: ReadonlySet<string> = new Set(
  'cursor overflow-wrap word-break word-wrap text-rendering user-select pointer-events src -webkit-font-smoothing -moz-osx-font-smoothing font-display backface-visibility font-feature-settings font-variant-numeric will-change text-wrap visibility paint-order box-decoration-break -webkit-box-decoration-break'.split(
    ' ',
  ),
);

const UNCHANGED =
  /^(none|normal|0 [01] auto|auto|initial|inherit|currentcolor|0|0px|1|static|relative|visible|100%)$/i;

/** What HTML is read with. */
export interface HtmlContext {
  readonly canvas: Canvas;
  readonly fonts: Fonts;
  /** Of the box around, px. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly differs: (message: string, kind?: DeviationKind) => void;
  /** The text with the values of its placeholders. */
  readonly filled: (text: string) => string;
}

export interface Style {
  readonly letters: Letters;
  readonly look: BoxLook;
}

/** Declarations with the values of placeholders where these must be known. */
const knownCss = (css: Css, { differs, filled }: HtmlContext): Css =>
  Object.fromEntries(
    Object.entries(css).map(([property, value]) => {
      const known = KEPT.test(property) ? value : filled(value);
      if (known !== value)
        differs(
          `the CSS "${property}" has the value of its placeholder: it does not follow the variable`,
          'unseen',
        );
      return [property, known];
    }),
  );

/** The style of an element. Properties without a counterpart are noted, and values without a meaning. */
export const styleOf = (given: Css, parent: Letters, context: HtmlContext): Style => {
  const { canvas, width, height, differs } = context;
  const css = knownCss(given, context);
  const outer = { em: parent.fontSize, whole: parent.fontSize, canvas };
  const em = cssValues.cssPx(css['font-size'], outer) ?? parent.fontSize;
  const inner = { em, whole: em, canvas };
  const box = { em, whole: width ?? canvas.width, canvas };
  const high = { ...box, whole: height ?? 0 };
  let [letters, look]: [JsonObject, JsonObject] = [{}, {}];
  for (const [property, value] of Object.entries(css)) {
    const ofLetters = OF_LETTERS[property]?.(value, property.startsWith('font') ? outer : inner);
    const isHigh = /^(min-)?height$/.test(property);
    const ofBox = ofLetters ? undefined : OF_BOXES[property]?.(value, isHigh ? high : box);
    if (ofBox && value.includes('url(') && ofBox['picture'] === undefined)
      differs('the picture of the CSS "background" is not drawn');
    const otherPaint =
      ofBox && property.startsWith('background') && !ofBox['layers']
        ? cssValues.paintDiffers(value)
        : undefined;
    if (otherPaint !== undefined) differs(otherPaint);
    if ((ofLetters ?? ofBox)?.['shadow'] !== undefined && cssValues.hasShadows(value))
      differs(`only the first shadow of the CSS "${property}" is drawn`);
    if (ofLetters) letters = { ...letters, ...ofLetters };
    else if (ofBox) look = { ...look, ...ofBox };
    else if (!HARMLESS.has(property) && !UNCHANGED.test(value) && !property.startsWith('--'))
      differs(`the CSS "${property}: ${value.slice(0, 60)}" is not carried over`);
  }
  if (look['clip'] !== undefined) {
    letters = { ...letters, color: look['image'] ?? look['color'] ?? letters['color'] };
    look = { ...look, image: undefined, color: undefined };
  }
  if (look['picture'] !== undefined && look['fit'] === undefined)
    differs('the picture of the CSS background covers its box');
  const opacity = Number(look['opacity'] ?? 1) * (parent.opacity ?? 1);
  const faded = opacity < 1 ? { opacity } : { opacity: undefined };
  return { letters: { ...parent, ...letters, ...faded }, look: boxLookOf({ ...look, ...faded }) };
};

/** Where differences of styles are noted, and the values of placeholders come from. @param field of the reader */
export const notesIn = (reader: Reader, field: string): Pick<HtmlContext, 'differs' | 'filled'> => ({
  differs: (message, kind) => reader.differs(field, message, kind),
  filled: (text) => String(filledIn(text, reader.shared.defaults)),
});

/** Notes in a field what of a style is not carried over. */
export const noteStyle = (reader: Reader, field: string, css: Css): void => {
  styleOf(css, { fontSize: 16 }, { ...reader.shared, ...notesIn(reader, field) });
};

/** The line height as a factor of the font size. */
export const lineHeightOf = ({ fontSize, lineHeight: factor = 1.2, linePx }: Letters): number =>
  clamped(0.1, 10, linePx === undefined ? factor : linePx / fontSize);
