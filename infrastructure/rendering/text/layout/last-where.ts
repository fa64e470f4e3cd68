/**
 * The last whole number before `beyond` for which something holds that holds for `fitting`, and no longer from some
 * number on; asked as rarely as possible.
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
