import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { number, oneOf } from '../../codec/scalars.js';
import { taggedBy } from '../../codec/tagged.js';
import { mediaUrl } from './source.js';

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
  { minimum: 0, maximum: 200 },
  5,
);
const Factor = filter(
  ['brightness', 'contrast', 'saturate'],
  'FactorFilter',
  'A CSS filter function with a factor.',
  '1 changes nothing.',
  { minimum: 0, maximum: 10 },
  1,
);
const Share = filter(
  ['grayscale', 'sepia', 'invert', 'vignette', 'noise', 'sharpen'],
  'ShareFilter',
  'A filter with a strength.',
  '0 changes nothing, 1 is full strength.',
  { minimum: 0, maximum: 1 },
  1,
);
const HueRotate = filter(
  ['hueRotate'],
  'HueRotateFilter',
  'Rotates the hue.',
  'Degrees.',
  { minimum: -36_000, maximum: 36_000 },
  0,
);
const Pixelate = filter(
  ['pixelate'],
  'PixelateFilter',
  'Pixelates the picture.',
  'Side of a square in pixels.',
  { minimum: 1, maximum: 500 },
  10,
);
const Temperature = filter(
  ['temperature'],
  'TemperatureFilter',
  'Makes the picture warmer or colder.',
  'From -1 (cold) to 1 (warm).',
  { minimum: -1, maximum: 1 },
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
  grayscale: Share,
  sepia: Share,
  invert: Share,
  hueRotate: HueRotate,
  vignette: Share,
  noise: Share,
  sharpen: Share,
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
