import type { Canvas } from '../composition.js';
import { RELATIVE_LENGTH } from '../format/lengths.js';
import type { Anchor } from '../format/place.js';

/** A length in px: a number as it is; `12.5%` of `side`; `3vw`, `3vh`, `3vmin` of the canvas. */
export const pixelsOf = (length: number | string, side: number, { width, height }: Canvas): number => {
  if (typeof length === 'number') return length;
  const [, amount = '0', unit] = RELATIVE_LENGTH.exec(length) ?? [];
  const bases: Readonly<Record<string, number>> = {
    '%': side,
    vw: width,
    vh: height,
    vmin: Math.min(width, height),
  };
  return (Number(amount) * (bases[unit ?? '%'] ?? side)) / 100;
};

/** How far a point of a box lies from its top left corner, as shares of its sides. */
export const sharesOf = (anchor: Anchor): { readonly x: number; readonly y: number } => {
  const name = anchor.toLowerCase();
  const share = (near: string, far: string): number =>
    name.includes(near) ? 0 : name.includes(far) ? 1 : 0.5;
  return { x: share('left', 'right'), y: share('top', 'bottom') };
};
