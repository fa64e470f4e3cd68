import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { fraction, number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { MAX_COORDINATE, readPath } from '../geometry/path-data.js';
import { PaintOrTransparent } from './paint.js';

/** Commands, numbers and separators of SVG path data (SVG 2, 9.3), and nothing else. */
export const PATH_DATA = /^[\sMmZzLlHhVvCcSsQqTtAaEe0-9.,+-]*$/;

const trimOffset = number({ minimum: -100, maximum: 100 });
const coordinate = number({ minimum: -MAX_COORDINATE, maximum: MAX_COORDINATE });
const Point = about(
  'A point in pixels of the box.',
  record({ x: about('Offset to the right.', coordinate), y: about('Down.', coordinate) }),
  {
    title: 'Point',
  },
);

const Stroke = about(
  'The outline of the shape.',
  record({
    color: withDefault(PaintOrTransparent, '#000000'),
    width: withDefault(about('Pixels.', number({ minimum: 0, maximum: LIMITS.edge })), 1),
    cap: withDefault(about('The style of open ends.', oneOf('butt', 'round', 'square')), 'butt'),
    join: withDefault(about('The style of corners.', oneOf('miter', 'round', 'bevel')), 'miter'),
  }),
  { title: 'Stroke' },
);

export const ShapeProperties = about(
  'What a shape clip draws.',
  record(
    {
      shape: about('The kind of shape.', oneOf('rectangle', 'ellipse', 'polygon', 'star', 'line', 'path')),
      fill: withDefault(PaintOrTransparent, '#000000'),
    },
    {
      stroke: Stroke,
      sides: about(
        'Corners of a regular polygon (default 6), or points of a star (default 5).',
        number({ minimum: 3, maximum: 100, integer: true }),
      ),
      innerRadius: about('Inner radius of a star as a fraction of the outer radius. Default: 0.5.', fraction),
      points: about(
        'The corners of a polygon, or the points of a line, in pixels of the box.',
        array(Point, 1000),
      ),
      path: about(
        `SVG path data, in pixels of the box; coordinates from ${-MAX_COORDINATE} to ${MAX_COORDINATE}.`,
        string({ maxLength: 64 * 1024, pattern: PATH_DATA, patternMeaning: 'SVG path data' }),
      ),
      trim: about(
        'The fraction of the stroke that is drawn, from 0 to 1; subpaths are drawn one after the other. Default: 1.',
        fraction,
      ),
      trimOffset: about(
        'Where on the outline a stroke with `trim` starts, as a fraction of its length; behind the end, it goes on at the start. Default: 0.',
        trimOffset,
      ),
    },
    [
      {
        field: 'path',
        among: ['shape'],
        problem: ({ shape, path }) => {
          if (shape !== 'path') return undefined;
          return path === undefined ? 'is required' : readPath(path).problem;
        },
      },
    ],
  ),
  { title: 'ShapeProperties' },
);
export type ShapeProperties = t.TypeOf<typeof ShapeProperties>;

export const ProgressProperties = about(
  'A bar that grows as the video plays.',
  record(
    {
      color: withDefault(PaintOrTransparent, '#FFFFFF'),
      backgroundColor: withDefault(PaintOrTransparent, 'transparent'),
    },
    {
      direction: about(
        'The direction in which it grows. Default: `right`.',
        oneOf('left', 'right', 'up', 'down'),
      ),
    },
  ),
  { title: 'ProgressProperties' },
);
export type ProgressProperties = t.TypeOf<typeof ProgressProperties>;
