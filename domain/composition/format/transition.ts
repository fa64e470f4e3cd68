import type * as t from 'io-ts';
import { alternatives } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { boolean, number, oneOf } from '../../codec/scalars.js';
import { taggedBy } from '../../codec/tagged.js';
import { LIMITS } from '../limits.js';
import { Easing } from './easing.js';
import { Color } from './paint.js';

const Direction = oneOf('left', 'right', 'up', 'down');
export type Direction = t.TypeOf<typeof Direction>;

const timing = {
  duration: withDefault(
    about('How long it takes, ms.', number({ exclusiveMinimum: 0, maximum: LIMITS.durationMs })),
    500,
  ),
  easing: withDefault(Easing, 'linear'),
};
const fraction = number({ minimum: 0, maximum: 1 });
const softness = withDefault(about('Width of the soft edge, as a share of the way; 0 is hard.', fraction), 0);
const fade = (value: boolean) => withDefault(about('Whether it fades as well.', boolean), value);
const direction = (description: string) => withDefault(about(description, Direction), 'left');
const distance = withDefault(
  about(
    'How far it travels: pixels, or `canvas` for the width or height of the canvas.',
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
  about(description, record({ type: about('Which transition it is.', oneOf(type)), ...timing, ...fields }), {
    title: `${type.replace(/^./, (first) => first.toUpperCase())}Transition`,
  });

const variants = {
  fade: transition('fade', 'Alpha rises from 0 to 1, or falls.', {}),
  slide: transition('slide', 'The clip travels in, or out.', {
    direction: direction('Where it travels to.'),
    distance,
    fade: fade(false),
  }),
  push: transition(
    'push',
    'The clip travels across the canvas and takes the clip of the same `z` that is shown below it along.',
    { direction: direction('Where both travel to.') },
  ),
  wipe: transition('wipe', 'An edge moves across the clip.', {
    direction: direction('Where the edge moves to.'),
    softness,
  }),
  circle: transition('circle', 'A circle opens from the centre, or closes.', { softness }),
  radial: transition('radial', 'A hand turns round the centre like that of a clock.', { softness }),
  zoom: transition('zoom', 'The clip grows from a part of its size, or shrinks to it.', {
    from: withDefault(about('The scale it grows from.', number({ minimum: 0, maximum: 10 })), 0.5),
    fade: fade(true),
  }),
  spin: transition('spin', 'The clip turns into place, or away.', {
    angle: withDefault(
      about('Degrees it turns by, clockwise.', number({ minimum: -3600, maximum: 3600 })),
      360,
    ),
    fade: fade(true),
  }),
  blur: transition('blur', 'The clip comes out of a blur, or goes into one.', {
    radius: withDefault(
      about('Standard deviation at the start, pixels.', number({ minimum: 0, maximum: 200 })),
      20,
    ),
    fade: fade(true),
  }),
  pixelate: transition('pixelate', 'The clip comes out of large squares, or goes into them.', {
    size: withDefault(
      about('Side of the squares at the start, pixels.', number({ minimum: 1, maximum: 500 })),
      50,
    ),
    fade: fade(true),
  }),
  dissolve: transition('dissolve', 'Grains of the clip appear one by one, or vanish.', {
    grain: withDefault(
      about('Side of a grain, pixels.', number({ minimum: 1, maximum: 64, integer: true })),
      2,
    ),
  }),
  color: transition('color', 'Half of the time the colour fades in, the other half out of it.', {
    color: withDefault(Color, '#000000'),
  }),
} as const;

const Untagged = record({
  type: oneOf(...(Object.keys(variants) as ReadonlyArray<keyof typeof variants>)),
  ...timing,
});

/** How a clip comes in, or goes out. */
export const Transition = about('How the clip comes in, or goes out.', taggedBy('type', variants, Untagged), {
  title: 'Transition',
});
export type Transition = t.TypeOf<typeof Transition>;

export const Transitions = about(
  'How the clip comes in and goes out. If both take longer than the clip, they shrink in proportion.',
  record({}, { in: Transition, out: Transition }),
  { title: 'Transitions' },
);
export type Transitions = t.TypeOf<typeof Transitions>;
