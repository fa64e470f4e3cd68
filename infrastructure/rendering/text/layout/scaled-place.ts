import type { Rect } from '../../../../domain/composition/geometry/geometry.js';
import { factorsOf } from '../../../../domain/composition/geometry/scaling.js';
import type { Scaling } from '../../../../domain/composition/resolve/resolved.js';
import type { Markup } from '../svg/markup.js';
import type { DrawingPlace } from './visible-lines.js';

/** Where lines are laid out, and how that is mapped to where they are drawn. */
export interface ScaledPlace {
  readonly place: DrawingPlace;
  readonly across: number;
  readonly down: number;
  readonly markup: (markup: Markup) => Markup;
  readonly rect: (rect: Rect) => Rect;
}

/** How far antialiasing reaches outside a shape, in px of the output. */
const SOFT_EDGE = 1;

/** The place in which lines are laid out for a place in which they are drawn. */
export const scaledPlace = (place: DrawingPlace, scaling: Scaling | undefined): ScaledPlace => {
  const same = <A>(a: A): A => a;
  if (!scaling) return { place, across: 1, down: 1, markup: same, rect: same };
  const { box, view, rotation } = place;
  const { across, down } = factorsOf(scaling, box);
  const rect = ({ x, y, width, height }: Rect): Rect => ({
    x: box.x + x * across,
    y: box.y + y * down,
    width: width * across,
    height: height * down,
  });
  return {
    place: {
      box: { x: 0, y: 0, ...scaling.laidOut },
      view: {
        x: (view.x - SOFT_EDGE - box.x) / across,
        y: (view.y - SOFT_EDGE - box.y) / down,
        width: (view.width + 2 * SOFT_EDGE) / across,
        height: (view.height + 2 * SOFT_EDGE) / down,
      },
      ...(rotation === undefined ? {} : { rotation }),
    },
    across,
    down,
    markup: ({ svg, bounds }) => ({
      svg: svg === '' ? '' : `<g transform="matrix(${across} 0 0 ${down} ${box.x} ${box.y})">${svg}</g>`,
      bounds: bounds && rect(bounds),
    }),
    rect,
  };
};
