import type { JsonObject } from '../reading/json-object.js';
import type { Line } from './css-values.js';
import { type BoxLook, SIDES, type Sides } from './look.js';

const ANGLES = { top: 180, right: 270, bottom: 0, left: 90 };

/** The borders of single sides of a box, as looks of boxes over it, which have its corners. */
export const linesOf = (look: BoxLook): ReadonlyArray<BoxLook> =>
  SIDES.flatMap((side) => {
    const line = look[`line-${side}`] as Line | undefined;
    const place = { position: 'absolute', top: 0, right: 0, bottom: 0, left: 0, radius: look.radius };
    return line ? [{ ...place, fill: line.color, line: { side, ...line } }] : [];
  });

/** The paint of a box, or of the border at one side of it. */
export const fillIn = (
  { fill = 'transparent', line }: BoxLook,
  size: Required<Sides>,
): string | JsonObject => {
  if (!line || typeof fill !== 'string') return fill;
  const isAcross = line.side === 'left' || line.side === 'right';
  const share = Math.min(1, line.width / Number(isAcross ? size.width : size.height));
  const stops = [0, share, share, 1].map((offset, index) => ({
    offset,
    color: index < 2 ? fill : 'transparent',
  }));
  return { type: 'linear', angle: ANGLES[line.side], stops };
};
