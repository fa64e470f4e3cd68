import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { number, oneOf } from '../../codec/scalars.js';
import { taggedBy } from '../../codec/tagged.js';
import { mediaUrl } from './source.js';

const FACTOR = { minimum: 0, maximum: 10 } as const;
const FRACTION = { minimum: 0, maximum: 1 } as const;

const AMOUNTS = {
  blur: { minimum: 0, maximum: 200 },
  brightness: FACTOR,
  contrast: FACTOR,
  saturate: FACTOR,
  grayscale: FRACTION,
  sepia: FRACTION,
  invert: FRACTION,
  vignette: FRACTION,
  noise: FRACTION,
  sharpen: FRACTION,
  hueRotate: { minimum: -36_000, maximum: 36_000 },
  pixelate: { minimum: 1, maximum: 500 },
  temperature: { minimum: -1, maximum: 1 },
} as const;

/** The limits of the amount of a filter of this type; undefined if it has no amount. */
export const amountLimits = (
  type: unknown,
): { readonly minimum: number; readonly maximum: number } | undefined =>
  typeof type === 'string' && Object.hasOwn(AMOUNTS, type)
    ? AMOUNTS[type as keyof typeof AMOUNTS]
    : undefined;

const filter = <const T extends string>(
  types: ReadonlyArray<T>,
  title: string,
  description: string,
  amount: string,
  bounds: { readonly minimum: number; readonly maximum: number },
  value: number,
) =>
  about(
    description,
    record({
      type: about('The filter.', oneOf(...types)),
      amount: withDefault(about(amount, number(bounds)), value),
    }),
    { title },
  );

const Blur = filter(
  ['blur'],
  'BlurFilter',
  'A Gaussian blur.',
  'Standard deviation in pixels.',
  AMOUNTS.blur,
  5,
);
const Factor = filter(
  ['brightness', 'contrast', 'saturate'],
  'FactorFilter',
  'A CSS filter function with a factor.',
  '1 changes nothing.',
  FACTOR,
  1,
);
const Strength = filter(
  ['grayscale', 'sepia', 'invert', 'vignette', 'noise', 'sharpen'],
  'ShareFilter',
  'A filter with a strength.',
  '0 changes nothing, 1 is full strength.',
  FRACTION,
  1,
);
const HueRotate = filter(
  ['hueRotate'],
  'HueRotateFilter',
  'Rotates the hue.',
  'Degrees.',
  AMOUNTS.hueRotate,
  0,
);
const Pixelate = filter(
  ['pixelate'],
  'PixelateFilter',
  'Pixelates the picture.',
  'Side of a square in pixels.',
  AMOUNTS.pixelate,
  10,
);
const Temperature = filter(
  ['temperature'],
  'TemperatureFilter',
  'Makes the picture warmer or colder.',
  'From -1 (cold) to 1 (warm).',
  AMOUNTS.temperature,
  0,
);
const Lut = about(
  'Maps colours through a lookup table.',
  record({
    type: about('The filter.', oneOf('lut')),
    source: about('URL of a `.cube` file.', mediaUrl),
  }),
  { title: 'LutFilter' },
);

const filters = {
  blur: Blur,
  brightness: Factor,
  contrast: Factor,
  saturate: Factor,
  grayscale: Strength,
  sepia: Strength,
  invert: Strength,
  hueRotate: HueRotate,
  vignette: Strength,
  noise: Strength,
  sharpen: Strength,
  pixelate: Pixelate,
  temperature: Temperature,
  lut: Lut,
} as const;
const AnyFilter = record(
  { type: oneOf(...(Object.keys(filters) as ReadonlyArray<keyof typeof filters>)) },
  { amount: number() },
);

export const Filter = about('A filter applied to the whole clip.', taggedBy('type', filters, AnyFilter), {
  title: 'Filter',
});
export type Filter = t.TypeOf<typeof Filter>;

/** Whether the amount of a filter is a length in px of the canvas. */
export const hasPixelAmount = (filter: Filter | undefined): boolean =>
  filter?.type === 'blur' || filter?.type === 'pixelate';

/**
 * A filter with an amount from keyframes, limited to its bounds because easings may overshoot. Lengths have no maximum,
 * because outputs may be larger than the canvas.
 */
export const withAmount = <F extends Exclude<Filter, { readonly type: 'lut' }>>(
  filter: F,
  amount: number,
): F => {
  const { minimum, maximum } = AMOUNTS[filter.type];
  return {
    ...filter,
    amount: Math.max(minimum, hasPixelAmount(filter) ? amount : Math.min(maximum, amount)),
  };
};
