import { isTemplateText } from '../../domain/codec/placeholders.js';
import type { Reader } from './reader.js';
import { table } from './table.js';

/** Milliseconds of a time in seconds. */
export const ms = (seconds: number): number => Math.round(seconds * 1000);

/** A number within bounds. */
export const within = (minimum: number, maximum: number, value: number): number =>
  Math.min(maximum, Math.max(minimum, value));

/** An even length, as canvases need. */
export const even = (length: number): number => Math.max(2, 2 * Math.round(length / 2));

const NAMED: Readonly<Record<string, string>> = table({
  black: '#000000',
  white: '#FFFFFF',
  red: '#FF0000',
  green: '#008000',
  blue: '#0000FF',
  yellow: '#FFFF00',
  gray: '#808080',
  grey: '#808080',
  orange: '#FFA500',
  transparent: 'transparent',
});

const hex = (value: number): string =>
  within(0, 255, Math.round(value)).toString(16).padStart(2, '0').toUpperCase();

/** A colour of CSS as this format writes it: hex, a common name, `rgb()` or `rgba()`. Undefined for others. */
export const colorOf = (css: string | undefined): string | undefined => {
  const text = (css ?? '').trim().toLowerCase();
  if (/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(text)) return text.toUpperCase();
  const [, r, g, b, a = '1'] =
    /^rgba?\(\s*([\d.]+)[,\s]+([\d.]+)[,\s]+([\d.]+)(?:[,/\s]+([\d.]+))?\s*\)$/.exec(text) ?? [];
  if (r !== undefined && g !== undefined && b !== undefined) {
    const alpha = Number(a) * 255;
    return `#${hex(Number(r))}${hex(Number(g))}${hex(Number(b))}${alpha >= 255 ? '' : hex(alpha)}`;
  }
  return NAMED[text];
};

/** The colour in a field; one that is not understood is noted. A placeholder of a template stays one. */
export const colorIn = (reader: Reader, name: string): string | undefined => {
  const text = reader.text(name);
  const color = text !== undefined && isTemplateText(text) ? text : colorOf(text);
  if (color === undefined && text !== undefined && text.trim() !== '')
    reader.differs(name, 'is not a colour that is understood: the default is used');
  return color;
};

/** The colour with an opacity from 0 to 1. */
export const withOpacity = (color: string | undefined, opacity: number | undefined): string | undefined =>
  color !== undefined && opacity !== undefined && opacity < 1 && /^#[0-9A-F]{6}$/.test(color)
    ? `${color}${hex(opacity * 255)}`
    : color;
