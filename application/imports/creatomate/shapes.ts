import { colorIn } from '../reading/colors.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { changing, fillOf, type Frame, lengthOf, pxOf, shareOf } from './values.js';

/** How many numbers a command of a path takes, and which of them are across (x), down (y) or neither. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  M: 'xy',
  L: 'xy',
  T: 'xy',
  H: 'x',
  V: 'y',
  C: 'xyxyxy',
  S: 'xyxy',
  Q: 'xyxy',
  A: 'xy---xy',
  Z: '',
};

/** The longest path that is read, in characters; a path here may not be longer. */
const MAX_PATH = 64 * 1024;

/** Path data with its coordinates scaled; undefined if it is not path data. */
const scaledPath = (path: string, across: number, down: number): string | undefined => {
  if (path.length > MAX_PATH) return undefined;
  const parts = path.replaceAll('%', '').match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? [];
  const scaled: string[] = [];
  let [axes, at] = ['', 0];
  for (const part of parts) {
    const command = ARGUMENTS[part.toUpperCase()];
    if (/^[a-zA-Z]$/.test(part)) {
      if (command === undefined) return undefined;
      [axes, at] = [command, 0];
      scaled.push(part);
      continue;
    }
    if (axes === '') return undefined;
    const axis = axes[at % axes.length];
    at += 1;
    scaled.push(
      axis === '-' ? part : String(Math.round(Number(part) * (axis === 'x' ? across : down) * 1000) / 1000),
    );
  }
  return scaled.length === 0 ? undefined : scaled.join(' ');
};

/** The four corners of the box, in percent. */
const RECTANGLE =
  /^\s*M\s*0%?[\s,]+0%?\s*L\s*100%?[\s,]+0%?\s*L\s*100%?[\s,]+100%?\s*L\s*0%?[\s,]+100%?(\s*L\s*0%?[\s,]+0%?)?\s*Z?\s*$/i;

/** What a shape draws: its path in percent of its box, or in px if it has no box. */
export const shapeOf = (
  element: Reader,
  frame: Frame,
  length: number | undefined,
): {
  readonly fields: JsonObject;
  readonly keyframes: ReadonlyArray<JsonObject | undefined>;
  readonly fill: string | JsonObject | undefined;
} => {
  const fill = fillOf(element, length);
  const color = fill.gradient ?? fill.value;
  const stroke = colorIn(element, 'stroke_color');
  const width = pxOf(
    changing<number | string>(element, 'stroke_width', undefined, lengthOf, length).value,
    'width',
    frame,
  );
  const trim = changing(element, 'stroke_end', 'shapeProperties.trim', shareOf, length);
  element.lacks('the stroke starts at the beginning of the path', 'stroke_start', 'stroke_offset');
  element.ignore('stroke_cap', 'stroke_join');
  const path = changing<string>(
    element,
    'path',
    undefined,
    (value) => (typeof value === 'string' ? value : undefined),
    length,
  ).value;
  const isRectangle = path === undefined || RECTANGLE.test(path);
  const hasBox = element.has('width') && element.has('height');
  const box = (['width', 'height'] as const).map((side) =>
    pxOf(lengthOf(element.isList(side) ? undefined : element.raw(side)), side, frame),
  );
  const [across, down] = hasBox
    ? [box[0] === undefined ? undefined : box[0] / 100, box[1] === undefined ? undefined : box[1] / 100]
    : [1, 1];
  const scaled =
    isRectangle || across === undefined || down === undefined ? undefined : scaledPath(path, across, down);
  if (!isRectangle && scaled === undefined) element.differs('path', 'is carried over as a rectangle');
  const outline =
    stroke === undefined || width === undefined || width === 0
      ? undefined
      : { color: stroke, width: Math.min(500, width) };
  const isOutline = color === undefined && outline !== undefined;
  return {
    fields: {
      shapeProperties: present({
        shape: scaled === undefined ? 'rectangle' : 'path',
        path: scaled,
        fill: color ?? (isOutline ? 'transparent' : '#000000'),
        stroke: outline,
        trim: trim.value,
      }),
    },
    keyframes: [trim.keyframes],
    fill: color,
  };
};
