import type { Point } from '../../../../domain/composition/geometry/geometry.js';

/** The handles that resize a box, by their directions from its centre. */
export const HANDLES = {
  nw: { x: -1, y: -1 },
  n: { x: 0, y: -1 },
  ne: { x: 1, y: -1 },
  e: { x: 1, y: 0 },
  se: { x: 1, y: 1 },
  s: { x: 0, y: 1 },
  sw: { x: -1, y: 1 },
  w: { x: -1, y: 0 },
} as const;

type Handle = keyof typeof HANDLES;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The least side for handles, in px of the screen, so that there is room to drag the box itself. */
const ROOM = { betweenCorners: 18, betweenHandles: 42 };

/** The handles for which a box has room. The one at the lower right is always there, also on small boxes. */
export const handlesFor = ({ width, height }: Size): ReadonlyArray<Handle> => {
  const hasRoom = (name: Handle): boolean => {
    const { x, y } = HANDLES[name];
    if (name === 'se') return true;
    if (Math.min(width, height) < ROOM.betweenCorners) return false;
    return (x !== 0 || width >= ROOM.betweenHandles) && (y !== 0 || height >= ROOM.betweenHandles);
  };
  return (Object.keys(HANDLES) as ReadonlyArray<Handle>).filter(hasRoom);
};

/** The fixed point when a handle is dragged, in fractions of the sides of the box. */
export const opposite = (name: Handle): Point => {
  const { x, y } = HANDLES[name];
  return { x: (1 - x) / 2, y: (1 - y) / 2 };
};

/** Makes the growth of a box proportional, by the side that grows more relative to its length. */
export const grownInProportion = ({ width, height }: Size, by: Point): Point => {
  const [across, down] = [by.x / width, by.y / height];
  const both = Math.abs(across) > Math.abs(down) ? across : down;
  return { x: width * both, y: height * both };
};

const CURSORS = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'];

/** The CSS cursor over a handle of a box that is rotated by `rotation` degrees. */
export const resizeCursor = (name: Handle, rotation: number): string => {
  const { x, y } = HANDLES[name];
  const degrees = (Math.atan2(x, -y) * 180) / Math.PI + rotation;
  return CURSORS[((Math.round(degrees / 45) % 4) + 4) % 4] ?? 'nwse-resize';
};
