import { parseColor } from '../../../../domain/composition/color.js';
import type { Shadow } from '../../../../domain/composition/fields/paint.js';
import {
  boundsOfRotated,
  centreOf,
  expanded,
  intersectionOf,
  type Rect,
} from '../../../../domain/composition/geometry/geometry.js';
import type { Markup } from './markup.js';
import { idOf } from './paint-svg.js';
import type { DrawingPlace } from '../layout/visible-lines.js';

/** The reach of a shadow beyond its shape, in px: three standard deviations; `blur` is two of them. */
const softEdge = ({ blur }: Shadow): number => Math.ceil(blur * 1.5);

/** The reach of a shadow above its shape, in px, because of its blur or a negative offset. */
export const shadowAbove = (shadow: Shadow | undefined): number =>
  shadow ? Math.max(0, softEdge(shadow) - shadow.y) : 0;

/** The part of a shape that must be drawn for the part of its shadow in `view`. */
export const shadowView = (shadow: Shadow, view: Rect): Rect =>
  expanded({ ...view, x: view.x - shadow.x, y: view.y - shadow.y }, softEdge(shadow));

/**
 * The shadow of a shape that is drawn in opaque colours. It is blurred before rotation, because librsvg blurs a rotated
 * shape by different amounts horizontally and vertically.
 */
export const shadowSvg = (
  shape: Markup,
  shadow: Shadow,
  { box, view, rotation = 0 }: DrawingPlace,
): Markup => {
  const { r, g, b, a } = parseColor(shadow.color);
  if (shape.svg === '' || !shape.bounds || a === 0) return { svg: '', bounds: undefined };
  const reach = softEdge(shadow);
  const moved = { ...shape.bounds, x: shape.bounds.x + shadow.x, y: shape.bounds.y + shadow.y };
  const bounds = expanded(moved, reach);
  const centre = centreOf(box);
  const upright = (rect: Rect): Rect => boundsOfRotated(rect, rotation, centre);
  const region = intersectionOf(expanded(upright(bounds), 1), expanded(upright(view), reach + 1));
  if (!region) return { svg: '', bounds: undefined };
  const turned = (degrees: number, svg: string): string =>
    rotation === 0 ? svg : `<g transform="rotate(${degrees} ${centre.x} ${centre.y})">${svg}</g>`;
  const { x, y, width, height } = region;
  const attributes =
    `filterUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}" ` +
    'color-interpolation-filters="sRGB"';
  const steps =
    (shadow.blur > 0
      ? `<feGaussianBlur in="SourceAlpha" stdDeviation="${shadow.blur / 2}" result="soft"/>`
      : '') +
    `<feFlood flood-color="rgb(${r},${g},${b})" flood-opacity="${a / 255}"/>` +
    `<feComposite in2="${shadow.blur > 0 ? 'soft' : 'SourceAlpha'}" operator="in"/>`;
  const id = idOf('shadow', attributes + steps);
  const content = turned(rotation, `<g transform="translate(${shadow.x} ${shadow.y})">${shape.svg}</g>`);
  return {
    svg: turned(
      -rotation,
      `<filter id="${id}" ${attributes}>${steps}</filter><g filter="url(#${id})">${content}</g>`,
    ),
    bounds,
  };
};
