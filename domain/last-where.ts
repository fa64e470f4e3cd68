/**
 * Binary search: the last integer before `beyond` for which `holds` is true. It must be true for `fitting`, and false for
 * all integers after the first for which it is false.
 */
export const lastWhere = (fitting: number, beyond: number, holds: (number: number) => boolean): number => {
  let [low, high] = [fitting, beyond];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
};

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
