import { createHash } from 'node:crypto';
import { parseColor } from '../../../../domain/composition/color.js';
import { type Stop, gradientStops } from '../../../../domain/composition/gradient-stops.js';
import type { Gradient, Paint } from '../../../../domain/composition/fields/paint.js';
import { fillOf } from '../../../../workers/render/draw/paints.js';
import { imageSvg } from './image-svg.js';
import { skiaSurface } from '../../drawing/skia-tools.js';
import { centreOf, type Rect } from '../../../../domain/composition/geometry/geometry.js';

/** The paint of an SVG shape: the value of its attribute, and the definition that must precede the shape. */
export interface SvgPaint {
  readonly value: string;
  readonly definition: string;
}

/** A colour for SVG attributes. */
export const svgColor = (color: string): string => {
  const { r, g, b, a } = parseColor(color);
  return a === 255 ? `rgb(${r},${g},${b})` : `rgba(${r},${g},${b},${a / 255})`;
};

/** Whether a paint is opaque everywhere. */
export const isOpaquePaint = (paint: Paint): boolean =>
  typeof paint === 'string'
    ? parseColor(paint).a === 255
    : paint.stops.every(({ color }) => parseColor(color).a === 255);

/** An id derived from content: elements with the same id are the same. */
export const idOf = (kind: string, content: string): string =>
  `${kind}-${createHash('sha256').update(content).digest('hex')}`;

/**
 * A paint across `area`. Gradients run as in CSS Images 3, section 3: linear ones from corner to corner, radial ones as
 * circles to the farthest corner.
 */
export const svgPaint = (paint: Paint, area: Rect): SvgPaint => {
  if (typeof paint === 'string') return { value: svgColor(paint), definition: '' };
  if (paint.type === 'conic') return conicPaint(paint, area);
  const stops = gradientStops(paint).map(stopSvg).join('');
  const { element, attributes } = gradientShape(paint, area);
  const id = idOf('gradient', attributes + stops);
  return {
    value: `url(#${id})`,
    definition: `<${element} id="${id}" gradientUnits="userSpaceOnUse" ${attributes}>${stops}</${element}>`,
  };
};

/**
 * Maximum side of the picture of a conic gradient, in px. It is smooth, so scaling it to larger areas is not visible.
 */
const LONGEST_SIDE = 2048;

/** A conic gradient (CSS Images 4, section 3.3) as a picture, because SVG has none. */
const conicPaint = (paint: Gradient, area: Rect): SvgPaint => {
  const shrink = Math.min(1, LONGEST_SIDE / Math.max(1, area.width, area.height));
  const width = Math.max(1, Math.ceil(area.width * shrink));
  const height = Math.max(1, Math.ceil(area.height * shrink));
  const surface = skiaSurface(width, height);
  const { context } = surface;
  context.scale(width / area.width, height / area.height);
  context.fillStyle = fillOf(context, paint, area);
  context.fillRect(0, 0, area.width, area.height);
  const png = surface.canvas.toBuffer('image/png').toString('base64');
  const { x, y } = area;
  const attributes = `x="${x}" y="${y}" width="${area.width}" height="${area.height}"`;
  const id = idOf('conic', attributes + png);
  return {
    value: `url(#${id})`,
    definition:
      `<pattern id="${id}" patternUnits="userSpaceOnUse" ${attributes}>` +
      `${imageSvg({ ...area, x: 0, y: 0 }, png)}</pattern>`,
  };
};

const gradientShape = (
  { type, angle }: Gradient,
  area: Rect,
): { readonly element: string; readonly attributes: string } => {
  const { x, y } = centreOf(area);
  if (type === 'radial') {
    const transform = `translate(${x} ${y}) scale(${area.width * Math.SQRT1_2} ${area.height * Math.SQRT1_2})`;
    return { element: 'radialGradient', attributes: `cx="0" cy="0" r="1" gradientTransform="${transform}"` };
  }
  const radians = (angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const half = (Math.abs(area.width * sin) + Math.abs(area.height * cos)) / 2;
  const [dx, dy] = [sin * half, -cos * half];
  return {
    element: 'linearGradient',
    attributes: `x1="${x - dx}" y1="${y - dy}" x2="${x + dx}" y2="${y + dy}"`,
  };
};

const stopSvg = ({ offset, r, g, b, a }: Stop): string => {
  const color = [r, g, b].map((channel) => Math.round(channel)).join(',');
  return `<stop offset="${offset}" stop-color="rgb(${color})" stop-opacity="${a / 255}"/>`;
};
