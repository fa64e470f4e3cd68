import type * as t from 'io-ts';
import { alternatives } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { boolean, fraction, number, oneOf } from '../../codec/scalars.js';
import { taggedBy } from '../../codec/tagged.js';
import { LIMITS } from '../limits.js';
import { Easing } from './easing.js';
import { ColorOrTransparent } from './paint.js';

const Direction = oneOf('left', 'right', 'up', 'down');
export type Direction = t.TypeOf<typeof Direction>;

const timing = {
  duration: withDefault(
    about('Duration of the transition, ms.', number({ exclusiveMinimum: 0, maximum: LIMITS.durationMs })),
    500,
  ),
  easing: withDefault(Easing, 'linear'),
};
const softness = withDefault(
  about('Width of the soft edge, as a fraction of its path; 0 is a hard edge.', fraction),
  0,
);
const fade = (value: boolean) => withDefault(about('Whether the clip also fades.', boolean), value);
const direction = (description: string) => withDefault(about(description, Direction), 'left');
const distance = withDefault(
  about(
    'Distance travelled: pixels, or `canvas` for the width or height of the canvas.',
    alternatives('a number or canvas', {
      number: number({ minimum: 0, maximum: LIMITS.boxSide }),
      string: oneOf('canvas'),
    }),
  ),
  'canvas',
);

const transition = <const T extends string, F extends Parameters<typeof record>[0]>(
  type: T,
  description: string,
  fields: F,
) =>
  about(description, record({ type: about('The kind of transition.', oneOf(type)), ...timing, ...fields }), {
    title: `${type.replace(/^./, (first) => first.toUpperCase())}Transition`,
  });

const variants = {
  fade: transition('fade', 'The clip fades in or out.', {}),
  slide: transition('slide', 'The clip slides in or out.', {
    direction: direction('The direction of travel.'),
    distance,
    fade: fade(false),
  }),
  push: transition(
    'push',
    'The clip slides across the canvas together with the clip of the same `z` that is shown below it: as it enters, it pushes that clip out; as it leaves, that clip comes in behind it.',
    { direction: direction('The direction of travel of both clips.') },
  ),
  wipe: transition('wipe', 'An edge moves across the clip.', {
    direction: direction('The direction in which the edge moves.'),
    softness,
    fade: fade(false),
  }),
  circle: transition('circle', 'A circle opens from the centre, or closes.', { softness, fade: fade(false) }),
  radial: transition('radial', 'A clock hand sweeps round the centre.', { softness, fade: fade(false) }),
  zoom: transition('zoom', 'The clip grows from a fraction of its size, or shrinks to it.', {
    from: withDefault(about('The scale it grows from.', number({ minimum: 0, maximum: 10 })), 0.5),
    fade: fade(true),
  }),
  spin: transition('spin', 'The clip rotates into place, or away.', {
    angle: withDefault(
      about('Angle of rotation, degrees clockwise.', number({ minimum: -3600, maximum: 3600 })),
      360,
    ),
    fade: fade(true),
  }),
  blur: transition('blur', 'The clip comes into focus from a blur, or blurs away.', {
    radius: withDefault(
      about('Standard deviation at the start, pixels.', number({ minimum: 0, maximum: 200 })),
      20,
    ),
    fade: fade(true),
  }),
  pixelate: transition('pixelate', 'The clip emerges from large squares, or dissolves into them.', {
    size: withDefault(
      about('Side of the squares at the start, pixels.', number({ minimum: 1, maximum: 500 })),
      50,
    ),
    fade: fade(true),
  }),
  dissolve: transition('dissolve', 'Grains of the clip appear or vanish one by one.', {
    grain: withDefault(
      about('Side of a grain, pixels.', number({ minimum: 1, maximum: 64, integer: true })),
      2,
    ),
  }),
  color: transition('color', 'A colour fades in during the first half, and out during the second.', {
    color: withDefault(ColorOrTransparent, '#000000'),
  }),
} as const;

const Untagged = record({
  type: oneOf(...(Object.keys(variants) as ReadonlyArray<keyof typeof variants>)),
  ...timing,
});

export const Transition = about('How the clip enters or leaves.', taggedBy('type', variants, Untagged), {
  title: 'Transition',
});
export type Transition = t.TypeOf<typeof Transition>;

export const Transitions = about(
  'How the clip enters and leaves. If both together take longer than the clip, they shrink in proportion.',
  record({}, { in: Transition, out: Transition }),
  { title: 'Transitions' },
);
export type Transitions = t.TypeOf<typeof Transitions>;
