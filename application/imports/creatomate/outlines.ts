import svgpath from 'svgpath';
import { numberAt } from '../../../domain/composition/animation/interpolation.js';
import type { KeyframePoint } from '../../../domain/composition/fields/keyframes.js';
import { commandsOf } from '../../../domain/composition/geometry/path-data.js';
import { built, type FieldRule, type Fields, keyframesOf, roundedOutline } from '../reading/fields.js';
import { clamped } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { changing, lengthOf, pxIn, pxOf, shareOf, type Timed } from './values.js';

// The paths of shapes, and the parts of them that strokes draw.

/** The sides of an element in px, as far as they are known and do not change. */
export const sidesOf = (element: Reader, { frame }: Timed) =>
  (['width', 'height'] as const).map((side) =>
    pxOf(lengthOf(element.isList(side) ? undefined : (element.peek(side) ?? '100%')), side, frame),
  );

const PATH = 'shapeProperties.path';

/** The longest path that is read, in characters; a path here may not be longer. */
const MAX_PATH = 64 * 1024;

/** Lines as curves, so that a path can become another one with as many. */
const curved = (path: ReturnType<typeof svgpath>) =>
  path
    .abs()
    .unarc()
    .unshort()
    .iterate(([command, first = 0, second = 0], _index, x, y) => {
      if (!/[LHV]/.test(command)) return undefined;
      const [to, at] = [command === 'V' ? x : first, command === 'L' ? second : command === 'H' ? y : first];
      return [['C', x, y, to, at, to, at]];
    });

/** Path data with its coordinates scaled; undefined if it is not path data. */
const scaledPath = (path: string, across: number, down: number, isChanging: boolean): string | undefined => {
  const data = svgpath(path.length > MAX_PATH ? '' : path.replaceAll('%', ''));
  const scaled = (isChanging ? curved(data) : data).scale(across, down).round(3).toString();
  const { err } = data as { readonly err?: string };
  return err === '' && scaled !== '' ? scaled : undefined;
};

/** The four corners of the box, in percent. */
const RECTANGLE =
  /^\s*M\s*0%?[\s,]+0%?\s*L\s*100%?[\s,]+0%?\s*L\s*100%?[\s,]+100%?\s*L\s*0%?[\s,]+100%?(\s*L\s*0%?[\s,]+0%?)?\s*Z?\s*$/i;

/** The path of a shape: its coordinates are percentages of its box, or px if it has no box. Nothing for a rectangle. */
export const pathOf: FieldRule<Timed> = (element, name, context) => {
  if (RECTANGLE.test(String(element.known(name)))) return undefined;
  const hasBox = element.has('width') && element.has('height');
  const [across, down] = hasBox ? sidesOf(element, context) : [100, 100];
  const scaled = (path: unknown) =>
    typeof path !== 'string' || across === undefined || down === undefined
      ? undefined
      : scaledPath(path, across / 100, down / 100, element.isList(name));
  const { value, keyframes } = changing(element, name, PATH, scaled, context.length);
  if (value === undefined) return element.differs(name, 'is carried over as a rectangle');
  const points = (keyframes?.['points'] ?? []) as ReadonlyArray<{ readonly value: string }>;
  const isAlike = new Set(points.map((point) => commandsOf(point.value))).size <= 1;
  if (!isAlike) element.differs(name, 'does not change over time: its first value is used');
  return { [PATH]: value, keyframes: isAlike ? keyframes : undefined };
};

const PART = [
  ['stroke_start', 0],
  ['stroke_end', 1],
  ['stroke_offset', 0],
] as const;

/** The part of the path that a stroke draws. */
export const strokePart = (element: Reader, { length }: Timed): Fields => {
  const [start = [], end = [], offset = []] = PART.map(([name, usual]) => {
    const { value = usual, keyframes } = changing(element, name, name, shareOf, length);
    return (keyframes?.['points'] ?? [{ time: 0, value }]) as ReadonlyArray<KeyframePoint>;
  });
  const all = [start, end, offset].flat();
  const paces = [start, end, offset].filter((points) => points.length > 1);
  const pace = new Set(paces.map((points) => JSON.stringify(points.map(({ value: _value, ...at }) => at))));
  if (pace.size > 1 && all.some(({ easing }) => easing !== undefined))
    element.differs('stroke_start', 'the ends of the stroke move at another pace');
  const times = new Map(all.toReversed().map(({ value: _value, ...at }) => [at.time, at]));
  const track = (property: string, usual: number, valueAt: (time: number) => number): Fields => {
    const points = [...times.values()].map((at) => ({ ...at, value: valueAt(at.time) }));
    const value = valueAt(0);
    const isStill = points.every((point) => point.value === value);
    const keyframes = isStill ? undefined : keyframesOf(property, points);
    return { [property]: value === usual && !keyframes ? undefined : value, keyframes };
  };
  return built(
    track('shapeProperties.trim', 1, (time) => clamped(0, 1, numberAt(end, time) - numberAt(start, time))),
    track('shapeProperties.trimOffset', 0, (time) => numberAt(offset, time) + numberAt(start, time)),
  );
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
