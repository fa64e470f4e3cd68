import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { boolean, number, oneOf, string } from '../../codec/scalars.js';
import { taggedBy } from '../../codec/tagged.js';
import { LIMITS } from '../limits.js';
import { Fit, BorderRadius } from './place.js';
import { Color, Shadow } from './paint.js';
import { mediaUrl } from './source.js';

const fraction = number({ minimum: 0, maximum: 1 });

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

/** The blend modes of CSS (W3C Compositing and Blending, level 1). */
const BlendMode = oneOf(
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
);
export type BlendMode = t.TypeOf<typeof BlendMode>;

const ChromaKey = about(
  'Makes a colour transparent.',
  record({
    color: about('The colour to remove.', Color),
    similarity: withDefault(about('How far a colour may be from `color` to be removed.', fraction), 0.1),
    blend: withDefault(about('The further distance over which alpha rises from 0 to 1.', fraction), 0),
    spill: withDefault(
      about('Whether to remove the reflection of the colour from the rest of the picture.', boolean),
      true,
    ),
  }),
  { title: 'ChromaKey' },
);
export type ChromaKey = t.TypeOf<typeof ChromaKey>;

const Mask = about(
  'Shows the clip only where a picture or another clip is visible.',
  record(
    {
      mode: withDefault(
        about(
          'Which channel of the mask is used: its alpha, or the Rec. 709 luma of its encoded values times its alpha.',
          oneOf('alpha', 'alphaInverted', 'luma', 'lumaInverted'),
        ),
        'alpha',
      ),
      fit: withDefault(about('How the mask fills the box.', Fit), 'stretch'),
    },
    {
      source: about('URL of an image or a video.', mediaUrl),
      clip: about(
        'Id of a clip that serves as the mask; it is not drawn itself.',
        string({ minLength: 1, maxLength: 255 }),
      ),
    },
    [
      {
        field: 'source',
        among: ['clip'],
        problem: ({ source, clip }, path) => {
          if (source === undefined)
            return clip === undefined ? `is required unless ${path}.clip is given` : undefined;
          return clip === undefined ? undefined : `must not be combined with ${path}.clip`;
        },
      },
    ],
  ),
  { title: 'Mask' },
);
export type Mask = t.TypeOf<typeof Mask>;

const Border = about(
  "A line along the inside of the box's edge.",
  record({
    width: withDefault(about('Pixels.', number({ minimum: 0, maximum: LIMITS.edge })), 1),
    color: withDefault(Color, '#000000'),
  }),
  { title: 'Border' },
);

export const Effects = about(
  'Effects on the whole clip.',
  record(
    { opacity: withDefault(about('0 is invisible, 1 is opaque.', fraction), 1) },
    {
      filters: about('Filters, applied in this order.', array(Filter, 16)),
      borderRadius: BorderRadius,
      border: Border,
      shadow: Shadow,
      blendMode: about('How the clip is blended with what is below it.', BlendMode),
      chromaKey: ChromaKey,
      mask: Mask,
      pitch: about(
        'Whether the pitch of the sound stays at any speed, or follows it as on a tape; `keep` when left out.',
        oneOf('keep', 'follow'),
      ),
    },
  ),
  { title: 'Effects' },
);
export type Effects = t.TypeOf<typeof Effects>;
