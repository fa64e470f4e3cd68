import type { FieldRule } from '../reading/fields.js';

/** The factor for a number from -100 to 100. @param most for 100 */
const factor =
  (most: number) =>
  (given: number): number =>
    1 + (given / 100) * (given > 0 ? most - 1 : 1);

/**
 * The amounts of filters, as the editor of Zvid draws them: https://docs.zvid.io/docs/structure/properties/filter-options/
 * A blur is stated in percent of half of the shorter side, over which the pixels are averaged twice.
 */
const AMOUNTS: Readonly<Record<string, (given: number, side: number) => number>> = {
  brightness: factor(2),
  contrast: factor(3),
  saturate: factor(3),
  blur: (given, side) => (given / 200) * side * 0.8,
  invert: (given) => given,
  'hue-rotate': (given) => given,
};

/** The filters of a picture or video. Numbers may be texts with a unit. */
export const filters: FieldRule = (item, name) => {
  const filter = item.child(name);
  const { width, height } = item.shared.canvas;
  const side = Math.min(item.number('width') ?? width, item.number('height') ?? height);
  const stated = Object.entries(AMOUNTS).filter(([field]) => filter.has(field));
  const found = stated.map(([field, amountOf]) => {
    const value = filter.raw(field);
    const given = typeof value === 'boolean' ? Number(value) : Number.parseFloat(String(value)) || 0;
    const isNear = /^[bcs]/.test(field) && Math.abs(given) >= 2;
    if (isNear) filter.differs(field, 'is carried over with a strength that comes near it');
    return { type: field === 'hue-rotate' ? 'hueRotate' : field, amount: amountOf(given, side) };
  });
  return { 'effects.filters': found };
};
