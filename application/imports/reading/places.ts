import type { Anchor } from '../../../domain/composition/fields/place.js';
import { anchorFractions } from '../../../domain/composition/geometry/anchors.js';
import { type Canvas, type JsonObject, same, table } from './json-object.js';

const NAME = /^(?:mid[-_ ]?)?(?:top|bottom|center|middle|left|right|[-_ ])+$/i;

/** One of nine points of a box, by a name such as `top-left`, `topLeft`, `left top` or `center-center`. */
export const anchorNamed = (name: string): Anchor | undefined => {
  if (!NAME.test(name)) return undefined;
  const down = /top/i.exec(name)?.[0].toLowerCase() ?? /bottom/i.exec(name)?.[0].toLowerCase() ?? '';
  const across = /left/i.test(name) ? 'Left' : /right/i.test(name) ? 'Right' : '';
  return (`${down}${down === '' ? across.toLowerCase() : across}` || 'center') as Anchor;
};

/** The space between a box at an edge and the edge in several systems, as a share of the canvas. */
export const MARGIN = 0.05;

/** The position of a box at a point of the canvas, moved away from its edges by shares of its sides. */
export const atAnchor = (anchor: Anchor, canvas: Canvas, margin = 0, moved = { x: 0, y: 0 }): JsonObject => {
  const { x, y } = anchorFractions(anchor);
  return {
    anchor,
    relativeTo: anchor,
    x: (1 - 2 * x) * margin * canvas.width + moved.x,
    y: (1 - 2 * y) * margin * canvas.height + moved.y,
  };
};

/** How content is aligned in its box, by the words for it. */
export const HORIZONTAL = same('left center right');
export const VERTICAL = table({ top: 'top', center: 'middle', middle: 'middle', bottom: 'bottom' } as const);

/** How content is aligned in its box if it lies at one of nine points. */
export const alignedAt = (anchor: Anchor) =>
  ({
    align: /left/i.test(anchor) ? 'left' : /right/i.test(anchor) ? 'right' : 'center',
    verticalAlign: anchor.startsWith('top') ? 'top' : anchor.startsWith('bottom') ? 'bottom' : 'middle',
  }) as const;
