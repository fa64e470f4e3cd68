import names from 'color-name';
import { isTemplateText } from '../../../domain/codec/placeholders.js';
import type { JsonObject } from './json-object.js';

import type { Reader } from './reader.js';

const within = (maximum: number, value: number): number => Math.min(maximum, Math.max(0, value));

const hex = (value: number): string =>
  within(255, Math.round(value)).toString(16).padStart(2, '0').toUpperCase();

const written = (r: number, g: number, b: number, alpha: number): string =>
  `#${hex(r)}${hex(g)}${hex(b)}${alpha >= 1 ? '' : hex(alpha * 255)}`;

const NUMBER = String.raw`(-?[\d.]{1,20})(%|deg)?`;
const FUNCTION = new RegExp(
  String.raw`^(rgb|hsl)a?\(\s*${NUMBER}[,\s]+${NUMBER}[,\s]+${NUMBER}(?:\s*[,/\s]\s*${NUMBER})?\s*\)$`,
);

/** The channels of a hue in degrees, saturation and lightness from 0 to 1, as CSS Color 4 computes them. */
const ofHsl = (hue: number, saturation: number, lightness: number): readonly [number, number, number] => {
  const channel = (n: number): number => {
    const k = (n + (((hue % 360) + 360) % 360) / 30) % 12;
    const a = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
};

const namedColor = (name: string): string | undefined => {
  if (name === 'transparent') return name;
  const rgb = Object.hasOwn(names, name) ? names[name] : undefined;
  return rgb === undefined ? undefined : written(...rgb, 1);
};

/** A placeholder that stands for a whole colour, such as `{{accent}}` or `#{{hex}}`. */
const isPlaceholder = (text: string): boolean =>
  isTemplateText(text) && !/[\s(),]/.test(text.replaceAll(/\{\{[^{}]*\}\}/g, ''));

/** A colour of CSS as this format writes it, or a placeholder, which stays one. Undefined for others. */
export const colorOf = (css: string | undefined): string | undefined => {
  const given = (css ?? '').trim();
  if (isPlaceholder(given)) return given;
  const text = given.toLowerCase();
  if (/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(text)) return text.toUpperCase();
  if (/^#[0-9a-f]{4}$/.test(text)) return text.replaceAll(/[0-9a-f]/g, '$&$&').toUpperCase();
  const found = FUNCTION.exec(text);
  if (!found) return namedColor(text);
  const [, kind, a = '0', aUnit, b = '0', bUnit, c = '0', cUnit, d = '1', dUnit] = found;
  const alpha = Number(d) / (dUnit === '%' ? 100 : 1);
  if (kind === 'hsl') return written(...ofHsl(Number(a), Number(b) / 100, Number(c) / 100), alpha);
  const channel = (value: string, unit: string | undefined) => Number(value) * (unit === '%' ? 2.55 : 1);
  return written(channel(a, aUnit), channel(b, bUnit), channel(c, cUnit), alpha);
};

/** `#AARRGGBB` as `#RRGGBBAA`. */
export const alphaLast = (color: string): string =>
  /^#[0-9a-f]{8}$/i.test(color) ? `#${color.slice(3)}${color.slice(1, 3)}` : color;

/** The colour in a field; one that is not understood is noted. */
export const colorIn = (reader: Reader, name: string, order: 'alphaLast' | 'alphaFirst' = 'alphaLast') => {
  const text = reader.text(name);
  if (text === undefined || text.trim() === '') return undefined;
  const color = colorOf(order === 'alphaFirst' ? alphaLast(text.trim()) : text);
  if (color === undefined)
    reader.differs(name, `"${text.slice(0, 50)}" is not a colour: the default is used`);
  return color;
};

/** The colour with an opacity from 0 to 1. */
export const withOpacity = (color: string | undefined, opacity: number | undefined): string | undefined => {
  if (color === undefined || opacity === undefined || opacity >= 1) return color;
  const long = /^#[0-9A-F]{3}$/i.test(color) ? color.replaceAll(/[0-9A-F]/gi, '$&$&') : color;
  return /^#[0-9A-F]{6}$/i.test(long) ? `${long}${hex(opacity * 255)}` : color;
};

const SIDES: Readonly<Record<string, number>> = {
  'to top': 0,
  'to top right': 45,
  'to right': 90,
  'to bottom right': 135,
  'to bottom': 180,
  'to bottom left': 225,
  'to left': 270,
  'to top left': 315,
};

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

/** A gradient of CSS. Undefined for anything else. */
export const gradientOf = (css: string): JsonObject | undefined => {
  const [, kind, inner = ''] =
    /^(?:-webkit-)?(linear|radial|conic)-gradient\((.{1,2000})\)$/s.exec(css.trim()) ?? [];
  if (kind === undefined) return undefined;
  const [first = '', ...others] = splitOutside(inner, /,/);
  const startsWithColor = colorOf(first.replace(/\s+-?[\d.]+%$/, '')) !== undefined;
  const angle =
    SIDES[first.replaceAll(/\s+/g, ' ')] ?? (/^-?[\d.]+deg$/.test(first) ? Number.parseFloat(first) : 180);
  const parts = startsWithColor ? [first, ...others] : others;
  const stops = parts.map((part, index) => {
    const [, color, at] = /^(.*?)(?:\s+(-?[\d.]+)%)?$/s.exec(part) ?? [];
    const offset = at === undefined ? index / Math.max(1, parts.length - 1) : within(1, Number(at) / 100);
    return { offset, color: colorOf(color) };
  });
  if (stops.length < 2 || stops.some(({ color }) => color === undefined)) return undefined;
  const rising = stops.toSorted((a, b) => a.offset - b.offset);
  return { type: kind, ...(kind === 'radial' ? {} : { angle }), stops: rising };
};
