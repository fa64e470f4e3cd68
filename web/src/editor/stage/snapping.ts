import { boundsOfRotated, type Rect } from '../../../../domain/composition/geometry/geometry.js';
import type { Places } from '../places.js';

/** Lines to which clips snap, as coordinates in px of the canvas. */
export interface SnapTargets {
  readonly x: ReadonlyArray<number>;
  readonly y: ReadonlyArray<number>;
}

/** The lines to which a clip currently snaps. */
export interface Guides {
  readonly x?: number;
  readonly y?: number;
}

const linesOf = (from: number, length: number): ReadonlyArray<number> => [
  from,
  from + length / 2,
  from + length,
];

/** The edges and the middle of the canvas, and of all visible clips that are not moved. */
export const snapTargets = (
  { canvas, clips }: Places,
  ms: number,
  moved: ReadonlyArray<string>,
): SnapTargets => {
  const still = clips.flatMap(({ id, start, end, placement }) =>
    placement && !moved.includes(id) && start <= ms && ms < end
      ? [boundsOfRotated(placement.box, placement.rotation)]
      : [],
  );
  return {
    x: [...linesOf(0, canvas.width), ...still.flatMap(({ x, width }) => linesOf(x, width))],
    y: [...linesOf(0, canvas.height), ...still.flatMap(({ y, height }) => linesOf(y, height))],
  };
};

/** The target nearest to a line of the clip, if one is near enough, and the distance to it. */
const nearest = (
  lines: ReadonlyArray<number>,
  targets: ReadonlyArray<number>,
  within: number,
): { readonly by: number; readonly line?: number } => {
  const [best] = lines
    .flatMap((line) => targets.map((target) => ({ by: target - line, line: target })))
    .filter(({ by }) => Math.abs(by) < within)
    .toSorted((a, b) => Math.abs(a.by) - Math.abs(b.by));
  return best ?? { by: 0 };
};

/**
 * Snaps a movement of a box to nearby lines.
 * @param by the movement, in px of the canvas
 * @param within the distance at which the box snaps, in px of the canvas
 */
export const snappedMove = (
  { x, y, width, height }: Rect,
  by: { readonly x: number; readonly y: number },
  targets: SnapTargets,
  within: number,
): { readonly x: number; readonly y: number; readonly guides: Guides } => {
  const across = nearest(linesOf(x + by.x, width), targets.x, within);
  const down = nearest(linesOf(y + by.y, height), targets.y, within);
  return {
    x: by.x + across.by,
    y: by.y + down.by,
    guides: {
      ...(across.line === undefined ? {} : { x: across.line }),
      ...(down.line === undefined ? {} : { y: down.line }),
    },
  };
};

/** The distance from a multiple of 45° at which a rotation snaps to it, in degrees. */
const ROTATION_WITHIN = 3;

/** A rotation in whole degrees, from -180 to 180, that snaps to multiples of 45°. */
export const snappedRotation = (degrees: number): number => {
  const round = Math.round(degrees / 45) * 45;
  const snapped = Math.abs(degrees - round) <= ROTATION_WITHIN ? round : Math.round(degrees);
  return ((((snapped + 180) % 360) + 360) % 360) - 180;
};
