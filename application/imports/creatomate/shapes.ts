import { colorOf } from '../reading/colors.js';
import { built, carriedIn, type FieldRule, type FieldTable } from '../reading/fields.js';
import { type JsonObject, present, same, clamped } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { pathOf, sidesOf, strokePart } from './outlines.js';
import { changing, lengthOf, px, pxOf, shareOf, still, type Timed, varying } from './values.js';

const STROKE = 'shapeProperties.stroke';
const ENDS = ['fill_x0', 'fill_y0', 'fill_x1', 'fill_y1'] as const;

const gradientIn = (element: Reader, mode: string, context: Timed): JsonObject => {
  const [x0 = 0.5, y0 = 0, x1 = 0.5, y1 = 1] = ENDS.map((name) => still(element, name, shareOf));
  const isRadial = mode === 'radial';
  // Ours spread from edge to edge, or from the middle to the edges.
  if (isRadial || Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) < 1)
    for (const name of [...ENDS, 'fill_radius'])
      if (element.has(name)) element.differs(name, 'the gradient spreads to the edges');
  element.ignore('fill_radius');
  const given = element.children('fill_color');
  const [first] = given;
  const isChanging = first?.isList('value') === true;
  if (isChanging) element.differs('fill_color', 'does not change over time: its first value is used');
  const stops = (isChanging ? first.children('value') : given).map((stop) => ({
    offset: clamped(0, 1, shareOf(stop.raw('offset')) ?? 0),
    color: stop.color('color') ?? '#000000',
  }));
  const [wide, high] = sidesOf(element, context);
  const isKnown = wide !== undefined && high !== undefined;
  const [across, down] = isKnown ? [(x1 - x0) * wide, (y0 - y1) * high] : [x1 - x0, y0 - y1];
  const angle = (Math.atan2(across, down) * 180) / Math.PI;
  return isRadial ? { type: 'radial', stops } : { type: 'linear', angle, stops };
};

/** A colour, or the gradient that `fill_mode` makes of a list of colours. */
export const shapeFill = (
  element: Reader,
  context: Timed,
  property?: string,
): { readonly paint: string | JsonObject | undefined; readonly keyframes?: JsonObject | undefined } => {
  const isList = element.isList('fill_color');
  const [first] = isList ? element.children('fill_color') : [];
  const usual = first?.has('offset') === true ? 'linear' : 'solid';
  const mode = element.choice('fill_mode', same('solid linear radial')) ?? usual;
  if (mode !== 'solid' && isList) return { paint: gradientIn(element, mode, context) };
  element.lacks('it has no effect on one colour', ...ENDS, 'fill_radius');
  if (mode !== 'solid') element.differs('fill_mode', 'there is one colour');
  if (!isList) return { paint: element.color('fill_color') };
  const { value, keyframes } = changing(element, 'fill_color', property, colorOf, context.length);
  return { paint: value, keyframes };
};

const strokeWidth: FieldRule<Timed> = (element, name, context) => {
  const widthOf = (value: unknown) => pxOf(lengthOf(value), 'width', context.frame);
  const rule = element.isList(name) ? varying(`${STROKE}.width`, widthOf) : px(`${STROKE}.width`, 0, 500);
  return rule(element, name, context);
};

const SHAPE: FieldTable<Timed> = {
  path: pathOf,
  stroke_color: rule.beside('stroke_width', rule.color(`${STROKE}.color`)),
  stroke_width: rule.beside('stroke_color', strokeWidth),
  ...rule.each('stroke_cap stroke_join', rule.unseen),
  shape: (element, name) =>
    element.peek(name) === 'rectangle'
      ? element.ignore(name)
      : rule.left('the shape is the one of its path')(element, name, undefined),
};

export const shapeOf = (element: Reader, context: Timed): JsonObject => {
  const { paint = 'transparent', keyframes } = shapeFill(element, context, 'shapeProperties.fill');
  const clip = built(
    { 'shapeProperties.fill': paint, keyframes },
    carriedIn(element, SHAPE, context),
    strokePart(element, context),
  );
  const { stroke, ...shape } = clip['shapeProperties'] as JsonObject;
  const { color, width = 0 } = (stroke ?? {}) as { readonly width?: number; readonly color?: string };
  const isDrawn = color !== undefined && (width > 0 || element.isList('stroke_width'));
  const kind = shape['path'] === undefined ? 'rectangle' : 'path';
  return {
    ...clip,
    shapeProperties: present({ shape: kind, ...shape, stroke: isDrawn ? stroke : undefined }),
  };
};
