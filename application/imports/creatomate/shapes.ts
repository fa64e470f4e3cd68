import { built, carried, type FieldTable } from '../reading/fields.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { fillOf } from './fills.js';
import { changing, type Frame, lengthOf, px, pxOf, shareOf, type Timed, varying } from './values.js';

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

/** A side of the box in px, if it is stated and known. */
const sideOf = (element: Reader, side: 'width' | 'height', frame: Frame): number | undefined =>
  pxOf(lengthOf(element.isList(side) ? undefined : element.raw(side)), side, frame);

/** The path of a shape: its coordinates are percentages of its box, or px if it has no box. Undefined for a rectangle. */
const pathOf = (element: Reader, { frame, length }: Timed): string | undefined => {
  const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const path = changing<string>(element, 'path', undefined, asText, length).value;
  if (path === undefined || RECTANGLE.test(path)) return undefined;
  const hasBox = element.has('width') && element.has('height');
  const [across, down] = hasBox
    ? [sideOf(element, 'width', frame), sideOf(element, 'height', frame)]
    : [100, 100];
  const scaled =
    across === undefined || down === undefined ? undefined : scaledPath(path, across / 100, down / 100);
  if (scaled === undefined) element.differs('path', 'is carried over as a rectangle');
  return scaled;
};

const SHAPE: FieldTable<Timed> = {
  stroke_color: rule.beside('stroke_width', rule.color('stroke.color')),
  stroke_width: rule.beside('stroke_color', px('stroke.width', 0, 500)),
  stroke_end: varying('shapeProperties.trim', shareOf),
  ...rule.each('stroke_start stroke_offset', rule.left('the stroke starts at the beginning of the path')),
  ...rule.each('stroke_cap stroke_join', rule.unseen),
};

/** What a shape draws. */
export const shapeOf = (element: Reader, context: Timed): JsonObject => {
  const { paint } = fillOf(element, context.length);
  const path = pathOf(element, context);
  const { stroke, ...own } = carried(element, SHAPE, context);
  const { width, color } = (stroke ?? {}) as { readonly width?: number; readonly color?: string };
  const outline = width !== undefined && width > 0 && color !== undefined ? { color, width } : undefined;
  return built(
    {
      shapeProperties: present({
        shape: path === undefined ? 'rectangle' : 'path',
        path,
        fill: paint ?? (outline ? 'transparent' : '#000000'),
        stroke: outline,
      }),
    },
    own,
  );
};
