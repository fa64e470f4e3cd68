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

/** Between handles, at least as much of a side must be left to drag the box itself, px of the screen. */
const ROOM = { betweenCorners: 18, betweenHandles: 42 };

/** The handles that a box has room for. Those of a small one would cover it: the one at its lower right is always there. */
export const handlesFor = ({ width, height }: Size): ReadonlyArray<Handle> => {
  const hasRoom = (name: Handle): boolean => {
    const { x, y } = HANDLES[name];
    if (name === 'se') return true;
    if (Math.min(width, height) < ROOM.betweenCorners) return false;
    return (x !== 0 || width >= ROOM.betweenHandles) && (y !== 0 || height >= ROOM.betweenHandles);
  };
  return (Object.keys(HANDLES) as ReadonlyArray<Handle>).filter(hasRoom);
};

/** The point that stays where it is when a handle is dragged, as parts of the sides of the box. */
export const opposite = (name: Handle): Point => {
  const { x, y } = HANDLES[name];
  return { x: (1 - x) / 2, y: (1 - y) / 2 };
};

/** The growth of a box that keeps its proportions and has the greater of two growths, each relative to its side. */
export const grownInProportion = ({ width, height }: Size, by: Point): Point => {
  const [across, down] = [by.x / width, by.y / height];
  const both = Math.abs(across) > Math.abs(down) ? across : down;
  return { x: width * both, y: height * both };
};

const CURSORS = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'];

/** The pointer over a handle of a box that is turned by so many degrees. */
export const resizeCursor = (name: Handle, rotation: number): string => {
  const { x, y } = HANDLES[name];
  const degrees = (Math.atan2(x, -y) * 180) / Math.PI + rotation;
  return CURSORS[((Math.round(degrees / 45) % 4) + 4) % 4] ?? 'nwse-resize';
};
