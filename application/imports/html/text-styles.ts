import { colorOf, gradientOf } from '../reading/colors.js';
import type { Fonts } from '../reading/fonts.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Css } from './css.js';
import {
  type Edges,
  borderOf,
  edgesOf,
  type Lengths,
  paintOf,
  pxOf,
  shadowOf,
  weightOf,
  wordsOf,
} from './css-values.js';

/** What styles are computed with. */
export interface StyleContext {
  readonly canvas: { readonly width: number; readonly height: number };
  readonly fonts: Fonts;
  /** Tells what differs. */
  readonly differs: (message: string) => void;
}

export const fontSizeOf = (css: Css): number => Number.parseFloat(css['font-size'] ?? '16') || 16;

export const lengthsOf = (css: Css, whole: number, { canvas }: StyleContext): Lengths => ({
  em: fontSizeOf(css),
  whole,
  canvas,
});

/** The line height as a factor of the font size. */
export const lineHeightOf = (css: Css, context: StyleContext): number => {
  const value = css['line-height'];
  if (value === undefined || value === 'normal') return 1.2;
  const size = fontSizeOf(css);
  const factor = /^[\d.]+$/.test(value)
    ? Number(value)
    : (pxOf(value, lengthsOf(css, size, context)) ?? 1.2 * size) / size;
  return Math.min(10, Math.max(0.1, factor));
};

const TRANSFORMS: ReadonlySet<string> = new Set(['uppercase', 'lowercase', 'capitalize']);

const strokeOf = (css: Css, lengths: Lengths): JsonObject => {
  const words = wordsOf(css['-webkit-text-stroke'] ?? '');
  const width = pxOf(css['-webkit-text-stroke-width'] ?? words[0], lengths);
  const color = colorOf(css['-webkit-text-stroke-color'] ?? words.slice(1).join(' '));
  // A stroke of CSS is centred on the outline: half of it is outside of the letters.
  return width === undefined || width <= 0 ? {} : { strokeWidth: width / 2, strokeColor: color ?? '#000000' };
};

/** The colour of text, or the gradient that is clipped to it. */
const textColorOf = (css: Css): string | JsonObject | undefined => {
  const clipped = (css['-webkit-background-clip'] ?? css['background-clip']) === 'text';
  const gradient = clipped ? gradientOf(css['background'] ?? css['background-image'] ?? '') : undefined;
  return gradient ?? colorOf(css['color']);
};

/** The style of letters, as fields of a text or span. */
export const letterStyle = (css: Css, context: StyleContext): JsonObject => {
  const lengths = lengthsOf(css, fontSizeOf(css), context);
  const decoration = css['text-decoration'] ?? css['text-decoration-line'] ?? '';
  const font = context.fonts.fields(css['font-family'], context.differs);
  const transform = css['text-transform'] ?? '';
  return present({
    fontSize: Math.min(2000, Math.max(1, fontSizeOf(css))),
    color: textColorOf(css),
    fontStyle: css['font-style'] === 'italic' || css['font-style'] === 'oblique' ? 'italic' : undefined,
    ...font,
    fontWeight: font['fontWeight'] ?? weightOf(css['font-weight']),
    letterSpacing: pxOf(css['letter-spacing'], lengths) || undefined,
    wordSpacing: pxOf(css['word-spacing'], lengths) || undefined,
    textTransform: TRANSFORMS.has(transform) ? transform : undefined,
    underline: decoration.includes('underline') || undefined,
    lineThrough: decoration.includes('line-through') || undefined,
    shadow: shadowOf(css['text-shadow'], lengths),
    ...strokeOf(css, lengths),
  });
};

/** How a box looks. */
export interface Look {
  readonly fill: string | JsonObject | undefined;
  readonly border: { readonly width: number; readonly color: string } | undefined;
  readonly radius: number | undefined;
  readonly shadow: JsonObject | undefined;
  readonly padding: Edges;
  /** Stated sizes, px. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** Whether it is as wide as its content. */
  readonly hugs: boolean;
}

const radiusOf = (css: Css, lengths: Lengths): number | undefined => {
  const [first = ''] = (css['border-radius'] ?? '').split(/[\s/]+/);
  const radius = first.endsWith('%') ? Number.parseFloat(first) * 100 : pxOf(first, lengths);
  return radius === undefined || radius <= 0 ? undefined : Math.min(16_384, radius);
};

const isVisible = (fill: unknown): boolean =>
  fill !== undefined && fill !== 'transparent' && !(typeof fill === 'string' && /^#......00$/.test(fill));

/** How the box of an element looks. @param width of the box around it, px */
export const lookOf = (css: Css, width: number, context: StyleContext): Look => {
  const lengths = lengthsOf(css, width, context);
  const clipped = (css['-webkit-background-clip'] ?? css['background-clip']) === 'text';
  const fill = clipped
    ? undefined
    : paintOf(css['background-color'] ?? css['background'] ?? css['background-image']);
  const display = css['display'] ?? '';
  return {
    fill: isVisible(fill) ? fill : undefined,
    border: borderOf(css, lengths),
    radius: radiusOf(css, lengths),
    shadow: shadowOf(css['box-shadow'], lengths),
    padding: edgesOf(css, 'padding', lengths),
    width: pxOf(css['width'] ?? css['min-width'], lengths),
    height: pxOf(css['height'] ?? css['min-height'], { ...lengths, whole: 0 }) || undefined,
    hugs: display.startsWith('inline') || /fit-content|max-content/.test(css['width'] ?? ''),
  };
};

/** Whether anything of a box is drawn. */
export const isDrawn = ({ fill, border, shadow }: Look): boolean =>
  fill !== undefined || border !== undefined || shadow !== undefined;
