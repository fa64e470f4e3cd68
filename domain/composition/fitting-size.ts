import { lastWhere } from '../last-where.js';

/**
 * The font size in px of a text with `fitText`: the largest whole size that fits.
 * @param fits whether the text fits its box at a size
 */
export const fittingSize = (
  { min, max }: { readonly min: number; readonly max: number },
  fits: (size: number) => boolean,
): number => {
  const smallest = Math.ceil(min);
  return smallest > max ? min : lastWhere(smallest, Math.floor(max) + 1, fits);
};
