import Color from 'color';
import * as E from 'fp-ts/lib/Either.js';
import { isTemplateText } from '../../../domain/codec/placeholders.js';
import type { JsonObject } from './json-object.js';

/** A placeholder that stands for a whole colour, such as `{{accent}}` or `#{{hex}}`. */
const isPlaceholder = (text: string): boolean =>
  isTemplateText(text) && !/[\s(),]/.test(text.replaceAll(/\{\{[^{}]*\}\}/g, ''));

/** The longest colour that is read, in characters. */
const LONGEST = 100;

/** A colour of CSS as this format writes it, or a placeholder, which stays one. Undefined for others. */
export const colorOf = (css: unknown): string | undefined => {
  const given = typeof css === 'string' ? css.trim() : '';
  if (isPlaceholder(given)) return given;
  const text = given.toLowerCase();
  if (text === 'transparent') return text;
  if (/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(text)) return text.toUpperCase();
  const color = text.length > LONGEST ? undefined : E.tryCatch(() => Color(text).hexa(), E.toError);
  return color && E.isRight(color) ? color.right.replace(/^(#......)FF$/, '$1') : undefined;
};

/** A colour with a share of its opacity. */
export const faded = (color: string, share: number): string => {
  const given = Color(color);
  return given.alpha(given.alpha() * Math.max(0, share)).hexa();
};

/** `#AARRGGBB` as `#RRGGBBAA`. */
export const alphaLast = (color: string): string =>
  /^#[0-9a-f]{8}$/i.test(color) ? `#${color.slice(3)}${color.slice(1, 3)}` : color;

/** Each is 45 degrees after the one before. */
const SIDES = 'top,top right,right,bottom right,bottom,bottom left,left,top left'.split(',');

/** The parts of a value of CSS between separators outside of parentheses, without spaces around them; no empty ones. */
export const splitOutside = (text: string, separator: RegExp): ReadonlyArray<string> => {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  const end = (at: number): void => {
    const part = text.slice(start, at).trim();
    if (part !== '') parts.push(part);
    start = at + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '(' || letter === '{') depth += 1;
    else if (letter === ')' || letter === '}') depth = Math.max(0, depth - 1);
    else if (depth === 0 && separator.test(letter)) end(at);
  }
  end(text.length);
  return parts;
};

/** How a gradient of CSS begins: its kind, how it is laid out (empty: as usual), and its stops. */
export const gradientParts = (css: string) => {
  const [, kind, inner = ''] =
    /^(?:-webkit-)?(linear|radial|conic)-gradient\((.{1,2000})\)$/s.exec(css.trim()) ?? [];
  if (kind === undefined) return undefined;
  const [first = '', ...others] = splitOutside(inner, /,/);
  const startsWithColor = colorOf(first.replace(/\s+-?[\d.]+%$/, '')) !== undefined;
  return startsWithColor
    ? { kind, layout: '', parts: [first, ...others] }
    : { kind, layout: first.replaceAll(/\s+/g, ' '), parts: others };
};

/** The angle of a gradient, degrees. Undefined: it is laid out as ours can't be. */
const angleOf = (kind: string, layout: string): number | undefined => {
  if (kind === 'radial') return /^(ellipse ?)?(farthest-corner ?)?(at center)?$/.test(layout) ? 0 : undefined;
  if (layout === '') return kind === 'conic' ? 0 : 180;
  const [, angle, unit] = /^(?:from )?(-?[\d.]+)(deg|turn)(?: at center)?$/.exec(layout) ?? [];
  if (angle !== undefined) return Number(angle) * (unit === 'turn' ? 360 : 1);
  const side = SIDES.indexOf(
    layout.replace(/^to (left|right) (top|bottom)$/, 'to $2 $1').slice('to '.length),
  );
  return layout.startsWith('to ') && side >= 0 ? side * 45 : undefined;
};

/** Whether a gradient of CSS has a layout that ours cannot have: {@link gradientOf} gives it the usual one. */
export const hasOwnLayout = (css: string): boolean => {
  const parts = gradientParts(css);
  return parts !== undefined && angleOf(parts.kind, parts.layout) === undefined;
};

/** A gradient of CSS. Undefined for anything else. */
export const gradientOf = (css: string): JsonObject | undefined => {
  const { kind = '', layout = '', parts = [] } = gradientParts(css) ?? {};
  const angle = angleOf(kind, layout) ?? angleOf(kind, '');
  const stops = parts.map((part, index) => {
    const [, color, at] = /^(.*?)(?:\s+(-?[\d.]+)%)?$/s.exec(part) ?? [];
    const offset =
      at === undefined ? index / Math.max(1, parts.length - 1) : Math.min(1, Math.max(0, Number(at) / 100));
    return { offset, color: colorOf(color) };
  });
  if (stops.length < 2 || stops.some(({ color }) => color === undefined)) return undefined;
  const rising = stops.toSorted((a, b) => a.offset - b.offset);
  return { type: kind, ...(kind === 'radial' ? {} : { angle }), stops: rising };
};
