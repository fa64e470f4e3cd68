import type { FieldRule } from '../reading/fields.js';

const factor = (given: number): number => 1 + (given / 100) * (given > 0 ? 2 : 1);

/**
 * The amounts of filters, as the editor of Zvid draws them: https://docs.zvid.io/docs/structure/properties/filter-options/
 * A blur is stated in percent of half of the shorter side, over which the pixels are averaged twice.
 */
const AMOUNTS: Readonly<Record<string, (given: number, side: number) => number>> = {
  brightness: (given) => 1 + given / 100,
  contrast: factor,
  saturate: factor,
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
    const given = filter.raw(field) === true ? 1 : Number.parseFloat(String(filter.raw(field))) || 0;
    if (/^[bcs]/.test(field) && Math.abs(given) >= 2)
      filter.differs(field, 'is carried over with a strength that comes near it');
    return { type: field === 'hue-rotate' ? 'hueRotate' : field, amount: amountOf(given, side) };
  });
  return { 'effects.filters': found };
};
