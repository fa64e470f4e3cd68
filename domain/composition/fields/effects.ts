import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { boolean, fraction, oneOf } from '../../codec/scalars.js';
import { Filter } from './filters.js';
import { Fit, BorderRadius } from './place.js';
import { Border, Color, Shadow } from './paint.js';
import { mediaUrl } from './source.js';
import { ClipReference } from './clip-reference.js';

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
  'Makes a colour transparent: of media before it is scaled, of texts and captions without their backgrounds and borders.',
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
        'Id of a clip that serves as the mask: its box, wherever it is, is fitted into that of this clip. It is not drawn itself.',
        ClipReference,
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

export const Effects = about(
  'Effects on the whole clip.',
  record(
    { opacity: withDefault(about('0 is invisible, 1 is opaque.', fraction), 1) },
    {
      filters: about(
        'Filters, applied in this order. In texts and captions, backgrounds and borders are not filtered.',
        array(Filter, 16),
      ),
      borderRadius: BorderRadius,
      border: Border,
      shadow: Shadow,
      blendMode: about('How the clip is blended with what is below it. Default: `normal`.', BlendMode),
      chromaKey: ChromaKey,
      mask: Mask,
      pitch: about(
        'Whether the pitch of the audio stays the same at any speed (`keep`) or changes with it as on a tape (`follow`). Default: `keep`.',
        oneOf('keep', 'follow'),
      ),
    },
  ),
  { title: 'Effects' },
);
export type Effects = t.TypeOf<typeof Effects>;
