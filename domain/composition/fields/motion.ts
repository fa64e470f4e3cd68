import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { fraction, number } from '../../codec/scalars.js';
import { Easing } from './easing.js';

const focus = (description: string) => withDefault(about(description, fraction), 0.5);

const MotionPoint = about(
  'A zoom factor and the focus of the zoom: the point of the box that keeps its place.',
  record({
    scale: withDefault(
      about('1 shows the whole box, 2 half of each side.', number({ minimum: 1, maximum: 100 })),
      1,
    ),
    x: focus('From 0 to 1: with 0, the left edge of the box stays visible; with 1, the right one.'),
    y: focus('From 0 to 1: with 0, the top edge of the box stays visible; with 1, the bottom one.'),
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
