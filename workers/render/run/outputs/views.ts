import { parseColor } from '../../../../domain/composition/color.js';
import { factsOf, type Output } from '../../../../domain/composition/format/output.js';
import type { Paint } from '../../../../domain/composition/format/paint.js';
import type { ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';

/** What is composed once for all outputs that show it: which frames, and on what. */
export interface View {
  readonly fps: number;
  readonly range: Output['range'];
  readonly alpha: boolean;
}

/** The most frames a second whose delays a GIF can tell apart: it counts in hundredths of a second. */
const GIF_FPS = 50;

const isTranslucent = (paint: Paint): boolean =>
  typeof paint === 'string'
    ? parseColor(paint).a < 255
    : paint.stops.some(({ color }) => parseColor(color).a < 255);

/** What an output shows of a composition. */
export const viewOf = ({ format, fps, range }: Output, { metadata }: ResolvedComposition): View => {
  const wanted = fps ?? metadata.fps;
  return {
    fps: format === 'gif' ? Math.min(GIF_FPS, wanted) : wanted,
    range,
    alpha: factsOf(format).hasAlpha && isTranslucent(metadata.backgroundColor),
  };
};

/** Values in groups of the same key, in the order of their first members. */
export const grouped = <A>(
  values: ReadonlyArray<A>,
  keyOf: (value: A) => unknown,
): ReadonlyArray<ReadonlyArray<A>> => {
  const groups = new Map<string, A[]>();
  for (const value of values) {
    const key = JSON.stringify(keyOf(value));
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return [...groups.values()];
};
