import type { Anchor } from '../fields/place.js';

/** The distance of an anchor point from the top left corner of a box, as fractions of its sides. */
export const anchorFractions = (anchor: Anchor): { readonly x: number; readonly y: number } => {
  const name = anchor.toLowerCase();
  const fraction = (near: string, far: string): number =>
    name.includes(near) ? 0 : name.includes(far) ? 1 : 0.5;
  return { x: fraction('left', 'right'), y: fraction('top', 'bottom') };
};
