import { colorOf } from '../reading/colors.js';
import { evenly, keyframesOf, rectangle } from '../reading/fields.js';
import { each, type JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { assumedCanvas, type LayerContext, pace, WHOLE } from './places.js';

/** One of what is chosen at random there: another one in each clip. */
export const chosen = <A>([first, ...more]: readonly [A, ...A[]], index: number): A =>
  [first, ...more][index % (more.length + 1)] ?? first;

const COLORS = ['#004F8A', '#007A33', '#FF7F61', '#C9003A'] as const;
const GRADIENTS = [
  ['#02AAB0', '#00CDAC'],
  ['#CC2B5E', '#753A88'],
  ['#FF5F6D', '#FFC371'],
  ['#36D1DC', '#5B86E5'],
] as const;

/** A rectangle that fills the canvas. */
export const filled = (fill: unknown): JsonObject => rectangle(WHOLE, fill);

export const colored = (layer: Reader, { index }: LayerContext): JsonObject =>
  filled(layer.color('color') ?? chosen(COLORS, index));

/** The stops of a gradient from one colour to another within a share of it. */
const stopsWithin = (share: number, from: string | undefined, to: string | undefined) =>
  [from, to, to].map((color, at) => ({ offset: [0, share, 1][at], color }));

/** A rectangle with room to turn or to grow, and a gradient from one colour to the second within a share of it. */
const spread = (layer: Reader, index: number, share: number, gradient: JsonObject, keyframes: unknown) => {
  const given = layer.items('colors').map((css) => colorOf(String(css)) ?? '#808080');
  const [from, to] = given.length === 2 ? given : chosen<ReadonlyArray<string>>(GRADIENTS, index);
  const fill = { ...gradient, stops: stopsWithin(share, from, to) };
  return {
    ...rectangle({ width: '200%', height: '200%' }, fill),
    position: { anchor: 'center', x: '50%', y: '50%' },
    keyframes,
  };
};

/** It turns by 30 degrees. */
export const linear = (layer: Reader, context: LayerContext): JsonObject => {
  const { width, height } = assumedCanvas(layer, context);
  const angle = 90 + (Math.atan2(height, width) * 180) / Math.PI;
  const turn = [evenly('transform.rotation', 0, 30, pace(layer, context))];
  return spread(layer, context.index, 0.5, { type: 'linear', angle }, turn);
};

/** It doubles its size. A portrait has the same share as a landscape. */
export const radial = (layer: Reader, context: LayerContext): JsonObject => {
  const { width, height } = assumedCanvas(layer, context, 'unseen');
  const share = (0.6 * Math.max(width, height)) / Math.hypot(width, height);
  const until = pace(layer, context);
  const growth = ['x', 'y'].map((axis) => evenly(`transform.scale.${axis}`, 1, 2, until));
  return spread(layer, context.index, share, { type: 'radial' }, growth);
};

/** The shader of the rainbow: red grows to the left, green upwards, and blue with time. */
export const rainbow = (layer: Reader, context: LayerContext): ReadonlyArray<JsonObject> => {
  const { width, height } = assumedCanvas(layer, context);
  const until = pace(layer, context);
  const ramp = (angle: number, color: string, share: number) => ({
    ...filled({ type: 'linear', angle, stops: stopsWithin(share, '#000000', color) }),
    'effects.blendMode': 'screen',
  });
  const points = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ time: at * until, value: Math.sin(at) }));
  const blue = { ...filled('#0000FF'), 'effects.blendMode': 'screen' };
  return [
    filled('#000000'),
    ramp(270, '#FF0000', Math.min(1, height / width)),
    ramp(0, '#00FF00', 1),
    { ...blue, 'effects.opacity': 0, keyframes: keyframesOf('effects.opacity', points) },
  ];
};

const PAINTS = { 'radial-gradient': radial, 'linear-gradient': linear, ...each('fill-color color', colored) };

export const backgroundOf = (layer: Reader, context: LayerContext): JsonObject => {
  const background = layer.child('background');
  // The angle of a gradient needs the sides of the canvas.
  const random = context.isAssumed ? ([radial, colored] as const) : ([radial, linear, colored] as const);
  const paint = background.choice('type', PAINTS) ?? chosen<typeof radial>(random, context.index);
  return paint(background, context);
};
