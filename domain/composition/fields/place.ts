import type * as t from 'io-ts';
import { alternatives, fixedArray } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { boolean, fraction, number, oneOf } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { length, lengthOrAuto } from './lengths.js';

export const Anchor = oneOf(
  'topLeft',
  'top',
  'topRight',
  'left',
  'center',
  'right',
  'bottomLeft',
  'bottom',
  'bottomRight',
);
export type Anchor = t.TypeOf<typeof Anchor>;

/** The position of a clip, in px of the canvas or relative to it. */
export const Position = about(
  'The position of the unrotated box.',
  record(
    {
      x: withDefault(
        length('Offset to the right, from the left edge of the canvas unless `relativeTo` says otherwise.'),
        0,
      ),
      y: withDefault(
        length('Offset downwards, from the top edge of the canvas unless `relativeTo` says otherwise.'),
        0,
      ),
      z: withDefault(
        about('Layering index: higher is on top; ties keep the order of the list.', number()),
        0,
      ),
    },
    {
      anchor: about('The point of the box that `x` and `y` place. Default: `topLeft`.', Anchor),
      relativeTo: about('The point of the canvas that `x` and `y` count from. Default: `topLeft`.', Anchor),
    },
  ),
  { title: 'Position' },
);

const scaleFactor = withDefault(number({ exclusiveMinimum: 0, maximum: LIMITS.scale }), 1);
const Scale = about(
  'Scale factors of the box; 1 is the original size. Media is stretched; text keeps its font size and is wrapped to the scaled box.',
  record({ x: about('Horizontal factor.', scaleFactor), y: about('Vertical factor.', scaleFactor) }),
  { title: 'Scale' },
);
const Flip = about(
  'Mirrors the clip in its box.',
  record({
    x: withDefault(about('Mirrors left and right.', boolean), false),
    y: withDefault(about('Mirrors top and bottom.', boolean), false),
  }),
  { title: 'Flip' },
);
const skewAngle = withDefault(about('Degrees.', number({ minimum: -80, maximum: 80 })), 0);
const Skew = about('Skews the clip about the centre of its box.', record({ x: skewAngle, y: skewAngle }), {
  title: 'Skew',
});

export const Transform = about(
  'How the box is scaled, mirrored, skewed and rotated.',
  record(
    { scale: withDefault(Scale, {}) },
    {
      rotation: about("Degrees clockwise, about the box's centre.", number()),
      flip: Flip,
      skew: Skew,
    },
  ),
  { title: 'Transform' },
);

const side = (description: string) =>
  withDefault(lengthOrAuto(description, { exclusiveMinimum: 0, maximum: LIMITS.boxSide }), 100);

/** The box before scaling, in px of the canvas or relative to it. */
export const Size = about(
  'The box, before scaling. `auto` takes the side from the media, or from the lines of a text.',
  record({ width: side('Width.'), height: side('Height.') }),
  { title: 'Size' },
);

export const Fit = oneOf('stretch', 'cover', 'contain', 'containBlur', 'none');
export type Fit = t.TypeOf<typeof Fit>;

const alignment = (direction: string) =>
  withDefault(about(`Position ${direction} the box, from 0 to 1.`, fraction), 0.5);

export const FitAlign = about(
  'Which part of the media is visible, or the position of the media in its box: 0 is left or top, 1 right or bottom.',
  record({ x: alignment('across'), y: alignment('down') }),
  { title: 'FitAlign' },
);

const cut = (edge: string) => withDefault(about(`Fraction cut off at the ${edge}.`, fraction), 0);

export const Crop = about(
  'What is cut off the source before it is fitted, as fractions of its width and height.',
  record({ left: cut('left'), top: cut('top'), right: cut('right'), bottom: cut('bottom') }, {}, [
    {
      field: 'right',
      among: ['left'],
      problem: ({ left, right }) =>
        left + right < 1 ? undefined : 'must leave part of the width when added to left',
    },
    {
      field: 'bottom',
      among: ['top'],
      problem: ({ top, bottom }) =>
        top + bottom < 1 ? undefined : 'must leave part of the height when added to top',
    },
  ]),
  { title: 'Crop' },
);
export type Crop = t.TypeOf<typeof Crop>;

const radius = number({ minimum: 0, maximum: LIMITS.boxSide });

/** The corner radii in px: one for all, or top left, top right, bottom right, bottom left. */
export const BorderRadius = about(
  'Corner radius in pixels: one for all, or `[top left, top right, bottom right, bottom left]`. Radii shrink to fit, as in CSS.',
  alternatives('a number or four numbers', { number: radius, array: fixedArray(radius, 4) }),
);
export type BorderRadius = t.TypeOf<typeof BorderRadius>;
