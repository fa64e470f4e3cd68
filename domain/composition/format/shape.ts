import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { Paint, PaintOrTransparent } from './paint.js';

/** Commands, numbers and separators of SVG path data (SVG 2, 9.3), and nothing else. */
const PATH_DATA = /^[\sMmZzLlHhVvCcSsQqTtAaEe0-9.,+-]*$/;

const coordinate = number({ minimum: -100_000, maximum: 100_000 });
const Point = about(
  'A point in pixels of the box.',
  record({ x: about('To the right.', coordinate), y: about('Down.', coordinate) }),
  {
    title: 'Point',
  },
);

const Stroke = about(
  'The line round the shape.',
  record({
    color: withDefault(Paint, '#000000'),
    width: withDefault(about('Pixels.', number({ minimum: 0, maximum: LIMITS.edge })), 1),
    cap: withDefault(about('How open ends look.', oneOf('butt', 'round', 'square')), 'butt'),
    join: withDefault(about('How corners look.', oneOf('miter', 'round', 'bevel')), 'miter'),
  }),
  { title: 'Stroke' },
);

export const ShapeProperties = about(
  'What a shape clip draws.',
  record(
    {
      shape: about('What it is.', oneOf('rectangle', 'ellipse', 'polygon', 'star', 'line', 'path')),
      fill: withDefault(PaintOrTransparent, '#000000'),
    },
    {
      stroke: Stroke,
      sides: about(
        'Corners of a regular polygon (6 when left out), or points of a star (5).',
        number({ minimum: 3, maximum: 100, integer: true }),
      ),
      innerRadius: about(
        'How far in the inner corners of a star lie, as a share; 0.5 when left out.',
        number({ minimum: 0, maximum: 1 }),
      ),
      points: about(
        'The corners of a polygon, or the points of a line; in pixels of the box.',
        array(Point, 1000),
      ),
      path: about(
        'SVG path data, in pixels of the box.',
        string({ maxLength: 64 * 1024, pattern: PATH_DATA, patternMeaning: 'SVG path data' }),
      ),
      trim: about(
        'How much of the stroke is drawn, from 0 to 1; 1 when left out.',
        number({ minimum: 0, maximum: 1 }),
      ),
    },
    [
      {
        field: 'path',
        among: ['shape'],
        problem: ({ shape, path }) => (shape === 'path' && path === undefined ? 'is required' : undefined),
      },
    ],
  ),
  { title: 'ShapeProperties' },
);
export type ShapeProperties = t.TypeOf<typeof ShapeProperties>;

export const ProgressProperties = about(
  'A bar that grows with the time of the video.',
  record(
    { color: withDefault(Paint, '#FFFFFF'), backgroundColor: withDefault(PaintOrTransparent, 'transparent') },
    { direction: about('Where it grows to; `right` when left out.', oneOf('left', 'right', 'up', 'down')) },
  ),
  { title: 'ProgressProperties' },
);
export type ProgressProperties = t.TypeOf<typeof ProgressProperties>;
