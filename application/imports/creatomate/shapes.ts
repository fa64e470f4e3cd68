import svgpath from 'svgpath';
import { colorOf } from '../reading/colors.js';
import { built, carriedIn, type Fields, type FieldTable, roundedOutline } from '../reading/fields.js';
import { type JsonObject, present, same, clamped } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { changing, lengthOf, px, pxIn, pxOf, shareOf, still, type Timed, varying } from './values.js';

/** The sides of an element in px, as far as they are known and do not change. */
const sidesOf = (element: Reader, { frame }: Timed) =>
  (['width', 'height'] as const).map((side) =>
    pxOf(lengthOf(element.isList(side) ? undefined : (element.peek(side) ?? '100%')), side, frame),
  );

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

/** The longest path that is read, in characters; a path here may not be longer. */
const MAX_PATH = 64 * 1024;

/** Path data with its coordinates scaled; undefined if it is not path data. */
const scaledPath = (path: string, across: number, down: number): string | undefined => {
  const data = svgpath(path.length > MAX_PATH ? '' : path.replaceAll('%', ''));
  const scaled = data.scale(across, down).round(3).toString();
  const { err } = data as { readonly err?: string };
  return err === '' && scaled !== '' ? scaled : undefined;
};

/** The four corners of the box, in percent. */
const RECTANGLE =
  /^\s*M\s*0%?[\s,]+0%?\s*L\s*100%?[\s,]+0%?\s*L\s*100%?[\s,]+100%?\s*L\s*0%?[\s,]+100%?(\s*L\s*0%?[\s,]+0%?)?\s*Z?\s*$/i;

/** The path of a shape: its coordinates are percentages of its box, or px if it has no box. Undefined for a rectangle. */
const pathOf = (element: Reader, context: Timed): string | undefined => {
  const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const path = still(element, 'path', asText, context.length);
  if (path === undefined || RECTANGLE.test(path)) return undefined;
  const hasBox = element.has('width') && element.has('height');
  const [across, down] = hasBox ? sidesOf(element, context) : [100, 100];
  const scaled =
    across === undefined || down === undefined ? undefined : scaledPath(path, across / 100, down / 100);
  if (scaled === undefined) element.differs('path', 'is carried over as a rectangle');
  return scaled;
};

const SHAPE: FieldTable<Timed> = {
  stroke_color: rule.beside('stroke_width', rule.color('stroke.color')),
  stroke_width: rule.beside('stroke_color', px('stroke.width', 0, 500)),
  stroke_end: varying('shapeProperties.trim', shareOf),
  stroke_offset: varying('shapeProperties.trimOffset', shareOf),
  stroke_start: rule.left('the stroke starts at the beginning of the path'),
  ...rule.each('stroke_cap stroke_join', rule.unseen),
  shape: (element, name) =>
    element.peek(name) === 'rectangle'
      ? element.ignore(name)
      : rule.left('the shape is the one of its path')(element, name, undefined),
};

/** The path of a rectangle whose line goes around its round corners; undefined for any other element. */
export const roundPath = (element: Reader, context: Timed): Fields | undefined => {
  const corner = pxIn(element, 'border_radius', context) ?? 0;
  const isLined = ['stroke_color', 'stroke_width'].every((name) => element.has(name));
  if (corner <= 0 || !isLined || !RECTANGLE.test(String(element.peek('path')))) return undefined;
  const [width, height] = sidesOf(element, context);
  return width === undefined || height === undefined
    ? element.differs('border_radius', 'the line is cut off at the corners')
    : { 'shapeProperties.shape': 'path', 'shapeProperties.path': roundedOutline(width, height, corner) };
};

export const shapeOf = (element: Reader, context: Timed): JsonObject => {
  const { paint } = shapeFill(element, context);
  const path = pathOf(element, context);
  const { stroke, ...own } = carriedIn(element, SHAPE, context);
  const { width = 0, color } = (stroke ?? {}) as { readonly width?: number; readonly color?: string };
  const outline = width > 0 && color !== undefined ? { color, width } : undefined;
  const fill = paint ?? 'transparent';
  const shape = path === undefined ? 'rectangle' : 'path';
  return built({ shapeProperties: present({ shape, path, fill, stroke: outline }) }, own);
};
