import type * as t from 'io-ts';
import * as E from 'fp-ts/lib/Either.js';
import { alternatives } from '../../codec/alternatives.js';
import { about, identityCodec } from '../../codec/codec.js';
import { oneOf } from '../../codec/scalars.js';

/** Penner's curves, each with `easeIn`, `easeOut` and `easeInOut` forms. */
const CURVES = [
  'Sine',
  'Quad',
  'Cubic',
  'Quart',
  'Quint',
  'Expo',
  'Circ',
  'Back',
  'Elastic',
  'Bounce',
] as const;
export type Curve = (typeof CURVES)[number];

const CSS_NAMES = ['linear', 'ease', 'easeIn', 'easeOut', 'easeInOut', 'hold'] as const;
const DIRECTIONS = ['easeIn', 'easeOut', 'easeInOut'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export type EasingName = (typeof CSS_NAMES)[number] | `${Direction}${Curve}`;

const PENNER = DIRECTIONS.flatMap((direction) => CURVES.map((curve) => `${direction}${curve}` as const));
export const EASING_NAMES: ReadonlyArray<EasingName> = [...CSS_NAMES, ...PENNER];

/** The control points of a CSS cubic Bézier curve from (0, 0) to (1, 1). */
export type CubicBezier = readonly [x1: number, y1: number, x2: number, y2: number];

const isBezier = (u: unknown): u is CubicBezier =>
  Array.isArray(u) &&
  u.length === 4 &&
  u.every(
    (n, index) =>
      typeof n === 'number' && Number.isFinite(n) && (index % 2 === 0 ? n >= 0 && n <= 1 : Math.abs(n) <= 10),
  );

const Bezier = identityCodec<CubicBezier>(
  'cubicBezier',
  { type: 'array', items: { type: 'number', minimum: -10, maximum: 10 }, minItems: 4, maxItems: 4 },
  (u) =>
    isBezier(u)
      ? E.right(u)
      : E.left('must be four numbers [x1, y1, x2, y2] with x from 0 to 1 and y from -10 to 10'),
);

/** The easing of a change over time: a name, or the control points of a CSS cubic Bézier curve. */
export const Easing = about(
  'The easing of the change over time: a name, or `[x1, y1, x2, y2]` of a CSS cubic Bézier curve. `hold` keeps the earlier value until the end.',
  alternatives('the name of an easing or four numbers', { string: oneOf(...EASING_NAMES), array: Bezier }),
);
export type Easing = t.TypeOf<typeof Easing>;
