import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { number } from '../../codec/scalars.js';
import { Easing } from './easing.js';

const focus = (description: string) =>
  withDefault(about(description, number({ minimum: 0, maximum: 1 })), 0.5);

const MotionPoint = about(
  'A zoom factor and the point of the box that it centres on.',
  record({
    scale: withDefault(
      about('1 shows the whole box, 2 half of each side.', number({ minimum: 1, maximum: 100 })),
      1,
    ),
    x: focus('From 0 (left) to 1 (right).'),
    y: focus('From 0 (top) to 1 (bottom).'),
  }),
  { title: 'MotionPoint' },
);

/** A zoom and pan inside the box over the whole clip ("Ken Burns"). */
export const Motion = about(
  'Zooms and pans inside the box over the whole clip; what the clip draws is cut off at its box. The background and border of the box of a text stay where they are. Not used on audio clips.',
  record({
    from: withDefault(MotionPoint, {}),
    to: withDefault(MotionPoint, {}),
    easing: withDefault(Easing, 'linear'),
  }),
  { title: 'Motion' },
);
export type Motion = t.TypeOf<typeof Motion>;
