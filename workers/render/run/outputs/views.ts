import { parseColor } from '../../../../domain/composition/color.js';
import { factsOf } from '../../../../domain/composition/format/output-formats.js';
import type { Output } from '../../../../domain/composition/format/output.js';
import type { Paint } from '../../../../domain/composition/format/paint.js';
import { evenCanvas } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import { needsEven } from '../../compose/output-commands.js';
import { compositionScale } from '../../compose/output-size.js';
import type { PlannedFile } from './output-files.js';

/** What is composed once for all outputs that show it: which frames, and on what. */
export interface View {
  readonly fps: number;
  readonly range: Output['range'];
  readonly alpha: boolean;
  /** The scale at which it is composed: 1 is the size of the canvas. */
  readonly scale: number;
  /** Whether caption clips are left out. */
  readonly hidesCaptions: boolean;
}

/** The maximum frame rate of a GIF, whose delays are in hundredths of a second. */
const GIF_FPS = 50;

const isTranslucent = (paint: Paint): boolean =>
  typeof paint === 'string'
    ? parseColor(paint).a < 255
    : paint.stops.some(({ color }) => parseColor(color).a < 255);

/** What an output shows of a composition. */
export const viewOf = (
  { output, composedSize }: Pick<PlannedFile, 'output' | 'composedSize'>,
  { metadata }: ResolvedComposition,
): View => {
  const { format, fps, range, captions } = output;
  const wanted = fps ?? metadata.fps;
  const size = composedSize ?? output;
  return {
    fps: format === 'gif' ? Math.min(GIF_FPS, wanted) : wanted,
    range,
    alpha: factsOf(format).hasAlpha && isTranslucent(metadata.backgroundColor),
    scale: compositionScale(evenCanvas(metadata.canvas), size.size, needsEven(output)),
    hidesCaptions: captions?.burnIn === false,
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
