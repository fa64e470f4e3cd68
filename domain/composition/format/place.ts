import type * as t from 'io-ts';
import { alternatives, fixedArray } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { boolean, number, oneOf } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { length, lengthOrAuto } from './lengths.js';

const fraction = number({ minimum: 0, maximum: 1 });

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

/** Where a clip stands, in px of the canvas or relative to it. */
export const Position = about(
  'Where the unrotated box stands.',
  record(
    {
      x: withDefault(
        length('Rightwards, from the left edge of the canvas unless `relativeTo` says otherwise.'),
        0,
      ),
      y: withDefault(
        length('Downwards, from the top edge of the canvas unless `relativeTo` says otherwise.'),
        0,
      ),
      z: withDefault(
        about('Layering index: higher is on top; ties keep the order of the list.', number()),
        0,
      ),
    },
    {
      anchor: about('The point of the box that `x` and `y` place; `topLeft` when left out.', Anchor),
      relativeTo: about(
        'The point of the canvas that `x` and `y` count from; `topLeft` when left out.',
        Anchor,
      ),
    },
  ),
  { title: 'Position' },
);

const scaleFactor = withDefault(number({ exclusiveMinimum: 0, maximum: LIMITS.scale }), 1);
const Scale = about(
  'Factors on the size; 1 is original size. Media is stretched; text keeps its size and is wrapped to the larger box.',
  record({ x: about('Horizontal factor.', scaleFactor), y: about('Vertical factor.', scaleFactor) }),
  { title: 'Scale' },
);
const Flip = about(
  'Mirrors the clip in its box.',
  record({
    x: withDefault(about('Left and right change places.', boolean), false),
    y: withDefault(about('Top and bottom change places.', boolean), false),
  }),
  { title: 'Flip' },
);
const skewAngle = withDefault(about('Degrees.', number({ minimum: -80, maximum: 80 })), 0);
const Skew = about('Slants the clip about the centre of its box.', record({ x: skewAngle, y: skewAngle }), {
  title: 'Skew',
});

/** How the box is mirrored, slanted, scaled and turned. */
export const Transform = about(
  'How the box is scaled, mirrored, slanted and turned.',
  record(
    { scale: withDefault(Scale, {}) },
    {
      rotation: about("Degrees, positive is clockwise, round the box's centre.", number()),
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

const place = (way: string) => withDefault(about(`Place ${way} the box, from 0 to 1.`, fraction), 0.5);

export const FitAlign = about(
  'Which part of the media stays, or where it lies in its box: 0 is left or top, 1 right or bottom.',
  record({ x: place('across'), y: place('down') }),
  { title: 'FitAlign' },
);

const cut = (edge: string) => withDefault(about(`Share cut off at the ${edge}.`, fraction), 0);

/** The part of the source that is used, as shares of its sides. */
export const Crop = about(
  'What is cut off the source before it is fitted, as shares of its width and height.',
  record({ left: cut('left'), top: cut('top'), right: cut('right'), bottom: cut('bottom') }, {}, [
    {
      field: 'right',
      among: ['left'],
      problem: ({ left, right }) =>
        left + right < 1 ? undefined : 'must leave something together with left',
    },
    {
      field: 'bottom',
      among: ['top'],
      problem: ({ top, bottom }) => (top + bottom < 1 ? undefined : 'must leave something together with top'),
    },
  ]),
  { title: 'Crop' },
);
export type Crop = t.TypeOf<typeof Crop>;

const radius = number({ minimum: 0, maximum: LIMITS.boxSide });

/** The radii of the corners in px: one for all, or top left, top right, bottom right, bottom left. */
export const BorderRadius = about(
  'Radius of the corners in pixels: one for all, or `[top left, top right, bottom right, bottom left]`; shrunk to fit as in CSS.',
  alternatives('a number or four numbers', { number: radius, array: fixedArray(radius, 4) }),
);
export type BorderRadius = t.TypeOf<typeof BorderRadius>;
