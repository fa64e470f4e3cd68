import { colorIn, colorOf } from '../reading/colors.js';
import type { JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';
import { changing, shareOf } from './values.js';

const ENDS = ['fill_x0', 'fill_y0', 'fill_x1', 'fill_y1'] as const;

const gradientIn = (element: Reader, mode: string): JsonObject => {
  const [x0 = 0.5, y0 = 0, x1 = 0.5, y1 = 1] = ENDS.map((name) => shareOf(element.raw(name)));
  const isRadial = mode === 'radial';
  // Ours spread from edge to edge, or from the middle to the edges.
  if (isRadial || Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) < 1)
    for (const name of [...ENDS, 'fill_radius'])
      if (element.has(name)) element.differs(name, 'the gradient spreads to the edges');
  element.ignore('fill_radius');
  const stops = element.children('fill_color').map((stop) => ({
    offset: Math.min(1, Math.max(0, shareOf(stop.raw('offset')) ?? 0)),
    color: colorIn(stop, 'color') ?? '#000000',
  }));
  const angle = (Math.atan2(x1 - x0, y0 - y1) * 180) / Math.PI;
  return isRadial ? { type: 'radial', stops } : { type: 'linear', angle, stops };
};

const FILL_MODES = table({ solid: 'solid', linear: 'linear', radial: 'radial' });

/** A colour, or the gradient that `fill_mode` makes of a list of colours. */
export const fillOf = (
  element: Reader,
  length: number | undefined,
  property?: string,
): { readonly paint: string | JsonObject | undefined; readonly keyframes: JsonObject | undefined } => {
  const mode = element.choice('fill_mode', FILL_MODES) ?? 'solid';
  const isList = element.isList('fill_color');
  if (mode !== 'solid' && isList) return { paint: gradientIn(element, mode), keyframes: undefined };
  element.lacks('it has no effect on one colour', ...ENDS, 'fill_radius');
  if (mode !== 'solid') element.differs('fill_mode', 'there is one colour');
  if (!isList) return { paint: colorIn(element, 'fill_color'), keyframes: undefined };
  const color = (value: unknown) => colorOf(typeof value === 'string' ? value : undefined);
  const { value, keyframes } = changing(element, 'fill_color', property, color, length);
  return { paint: value, keyframes };
};
