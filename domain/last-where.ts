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
