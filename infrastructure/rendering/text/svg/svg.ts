import type { Paint } from '../../../../domain/composition/fields/paint.js';
import type { Rect } from '../../../../domain/composition/geometry/geometry.js';
import { svgColor, svgPaint } from './paint-svg.js';

export const rectSvg = ({ x, y, width, height }: Rect, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

/** A rectangle filled with a paint; gradients run across `area`. */
export const filledSvg = (rect: Rect, paint: Paint, area: Rect): string => {
  if (paint === 'transparent') return '';
  const { definition, value } = svgPaint(paint, area);
  return definition + rectSvg(rect, value);
};

/** Rectangles filled with a paint as one shape, so that no seam is seen where they touch. */
export const joinedSvg = (rects: ReadonlyArray<Rect>, paint: Paint, area: Rect): string => {
  const { definition, value } = svgPaint(paint, area);
  const path = rects.map(({ x, y, width, height }) => frame(x, y, width, height)).join('');
  return `${definition}<path fill="${value}" d="${path}"/>`;
};

/** Background and border of a box; the border lies inside its edges. */
export const boxSvg = (
  style: {
    readonly backgroundColor?: Paint | undefined;
    readonly borderWidth: number;
    readonly borderColor: string;
  },
  box: Rect,
): string => {
  const { x, y, width, height } = box;
  const fill = filledSvg(box, style.backgroundColor ?? 'transparent', box);
  const border = Math.min(style.borderWidth, width / 2, height / 2);
  return border > 0
    ? `${fill}<path fill-rule="evenodd" fill="${svgColor(style.borderColor)}" d="${frame(x, y, width, height)}${frame(x + border, y + border, width - border * 2, height - border * 2)}"/>`
    : fill;
};

const frame = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

/**
 * An SVG document that shows `view` of the canvas at one pixel per px, with its content rotated by `rotation` degrees
 * about `centre`.
 */
export const svgDocument = (
  content: string,
  view: Rect,
  rotation: number,
  centre: { readonly x: number; readonly y: number },
): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${view.width}" height="${view.height}" viewBox="${view.x} ${view.y} ${view.width} ${view.height}">` +
      (rotation === 0
        ? content
        : `<g transform="rotate(${rotation} ${centre.x} ${centre.y})">${content}</g>`) +
      '</svg>',
  );
