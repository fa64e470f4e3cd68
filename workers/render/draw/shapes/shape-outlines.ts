import type { Canvas } from '../../../../domain/composition/composition.js';
import type { ShapeProperties } from '../../../../domain/composition/fields/shape.js';

interface Point {
  readonly x: number;
  readonly y: number;
}

const joined = (points: ReadonlyArray<Point>, isClosed: boolean): string =>
  points.length === 0 ? '' : `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}${isClosed ? 'Z' : ''}`;

/** Points on an ellipse in a box, clockwise from the top; every second one at the fraction `inner` of the radius. */
const ring = ({ width, height }: Canvas, count: number, inner: number): ReadonlyArray<Point> =>
  Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
    const radius = index % 2 === 0 ? 1 : inner;
    return {
      x: (width / 2) * (1 + Math.cos(angle) * radius),
      y: (height / 2) * (1 + Math.sin(angle) * radius),
    };
  });

/** The outline of a shape in its box as SVG path data. Only numbers come from the client, except for paths. */
export const outlineOf = (shape: ShapeProperties, box: Canvas): string => {
  const { width, height } = box;
  switch (shape.shape) {
    case 'rectangle':
      return joined(
        [
          { x: 0, y: 0 },
          { x: width, y: 0 },
          { x: width, y: height },
          { x: 0, y: height },
        ],
        true,
      );
    case 'ellipse': {
      const [rx, ry] = [width / 2, height / 2];
      return `M${rx} 0A${rx} ${ry} 0 0 1 ${rx} ${height}A${rx} ${ry} 0 0 1 ${rx} 0Z`;
    }
    case 'polygon':
      return joined(shape.points ?? ring(box, shape.sides ?? 6, 1), true);
    case 'star':
      return joined(ring(box, (shape.sides ?? 5) * 2, shape.innerRadius ?? 0.5), true);
    case 'line':
      return joined(
        shape.points ?? [
          { x: 0, y: height / 2 },
          { x: width, y: height / 2 },
        ],
        false,
      );
    case 'path':
      return shape.path ?? '';
  }
};
