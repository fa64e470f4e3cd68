import { colorOf, gradientOf, splitOutside } from '../reading/colors.js';
import type { JsonObject } from '../reading/json-object.js';

/** What lengths of CSS are relative to, px. */
export interface Lengths {
  /** The font size. */
  readonly em: number;
  /** The length that is 100 %. */
  readonly whole: number;
  readonly canvas: { readonly width: number; readonly height: number };
}

/** A length of CSS in px. Undefined for anything else, such as `auto`. */
export const pxOf = (value: string | undefined, { em, whole, canvas }: Lengths): number | undefined => {
  const [, number, unit = ''] =
    /^\s*(-?(?:\d+\.?\d*|\.\d+))\s*(px|em|rem|%|vw|vh|vmin|vmax|pt)?\s*$/.exec(value ?? '') ?? [];
  if (number === undefined) return undefined;
  const [least, most] = [Math.min(canvas.width, canvas.height), Math.max(canvas.width, canvas.height)];
  const units: Readonly<Record<string, number>> = {
    '': 1,
    px: 1,
    em,
    rem: 16,
    '%': whole / 100,
    vw: canvas.width / 100,
    vh: canvas.height / 100,
    vmin: least / 100,
    vmax: most / 100,
    pt: 4 / 3,
  };
  return Number(number) * (units[unit] ?? 1);
};

/** Space at the four sides of a box, px. */
export interface Edges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** `padding` or `margin`, with the properties of their sides. */
export const edgesOf = (
  css: Readonly<Record<string, string>>,
  property: 'padding' | 'margin',
  lengths: Lengths,
): Edges => {
  const parts = (css[property] ?? '').split(/\s+/).map((part) => pxOf(part, lengths) ?? 0);
  const [top = 0, right = top, bottom = top, left = right] = parts;
  const side = (name: string, otherwise: number) => pxOf(css[`${property}-${name}`], lengths) ?? otherwise;
  return {
    top: side('top', top),
    right: side('right', right),
    bottom: side('bottom', bottom),
    left: side('left', left),
  };
};

/** The parts of a value, split at spaces outside of parentheses. */
export const wordsOf = (value: string): ReadonlyArray<string> => splitOutside(value, /\s/);

/** A colour or a gradient in a `background`. */
export const paintOf = (value: string | undefined): string | JsonObject | undefined => {
  if (value === undefined) return undefined;
  const whole = gradientOf(value) ?? colorOf(value);
  if (whole !== undefined) return whole;
  return wordsOf(value)
    .map((word) => gradientOf(word) ?? colorOf(word))
    .find((paint) => paint !== undefined);
};

/** The first shadow of `text-shadow` or `box-shadow`. */
export const shadowOf = (value: string | undefined, lengths: Lengths): JsonObject | undefined => {
  const [first = ''] = splitOutside(value ?? 'none', /,/);
  const words = wordsOf(first).filter((word) => word !== 'inset');
  const px = words.flatMap((word) => pxOf(word, lengths) ?? []);
  const color = words.map((word) => colorOf(word)).find((found) => found !== undefined);
  const [x, y, blur = 0] = px;
  return x === undefined || y === undefined
    ? undefined
    : { x, y, blur: Math.max(0, blur), color: color ?? '#000000' };
};

/** `border`, with the properties of its width and colour; undefined if there is none on all sides. */
export const borderOf = (
  css: Readonly<Record<string, string>>,
  lengths: Lengths,
): { readonly width: number; readonly color: string } | undefined => {
  const words = wordsOf(css['border'] ?? '');
  const style =
    css['border-style'] ?? words.find((word) => /^(none|hidden|solid|dashed|dotted|double)$/.test(word));
  const width =
    pxOf(css['border-width'], lengths) ??
    words.map((word) => pxOf(word, lengths)).find((px) => px !== undefined);
  const color = colorOf(css['border-color']) ?? words.map(colorOf).find((found) => found !== undefined);
  if (style === undefined || style === 'none' || style === 'hidden' || !width) return undefined;
  return { width, color: color ?? '#000000' };
};

const WEIGHTS: Readonly<Record<string, number>> = { normal: 400, bold: 700, bolder: 700, lighter: 300 };

/** A font weight from 100 to 900. */
export const weightOf = (value: string | undefined): number | undefined => {
  const weight = WEIGHTS[value ?? ''] ?? Number(value);
  return weight >= 1 && weight <= 1000 ? Math.min(900, Math.max(100, weight)) : undefined;
};
