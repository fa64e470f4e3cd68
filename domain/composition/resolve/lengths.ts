import type { Canvas } from '../composition.js';
import { RELATIVE_LENGTH } from '../fields/lengths.js';

/** A length in px: a number is used as it is; `12.5%` is relative to `side`, and other units to the canvas. */
export const pixelsOf = (length: number | string, side: number, { width, height }: Canvas): number => {
  if (typeof length === 'number') return length;
  const [, amount = '0', unit] = RELATIVE_LENGTH.exec(length) ?? [];
  const bases: Readonly<Record<string, number>> = {
    '%': side,
    vw: width,
    vh: height,
    vmin: Math.min(width, height),
    vmax: Math.max(width, height),
  };
  return (Number(amount) * (bases[unit ?? '%'] ?? side)) / 100;
};
