import { boundsOfRotated, type Rect } from '../../../../domain/composition/geometry/geometry.js';
import type { Document } from '../document.js';
import type { Places } from '../places.js';
import { movedTogether, type StageClip } from './stage-clips.js';

/** An axis of the canvas, and the point along it at which clips are aligned: from 0 (start) to 1 (end). */
export interface Alignment {
  readonly axis: 'x' | 'y';
  readonly part: 0 | 0.5 | 1;
}

const SIDES = { x: 'width', y: 'height' } as const;

const withMoves = (
  document: Document,
  moves: ReadonlyArray<readonly [id: string, distance: number]>,
  axis: Alignment['axis'],
  canvas: Places['canvas'],
): Document =>
  moves.reduce(
    (before, [id, distance]) =>
      distance === 0 ? before : movedTogether(before, [id], { x: 0, y: 0, [axis]: distance }, canvas),
    document,
  );

/** The document with these clips aligned at an edge or in the middle of a rectangle, in px of the canvas. */
export const aligned = (
  document: Document,
  clips: ReadonlyArray<StageClip>,
  within: Rect,
  { axis, part }: Alignment,
  canvas: Places['canvas'],
): Document => {
  const side = SIDES[axis];
  const moves = clips.map(({ id, box, rotation }) => {
    const bounds = boundsOfRotated(box, rotation);
    return [id, within[axis] - bounds[axis] + (within[side] - bounds[side]) * part] as const;
  });
  return withMoves(document, moves, axis, canvas);
};

/** The document with the same distance between these clips along an axis. The first and the last stay where they are. */
export const distributed = (
  document: Document,
  clips: ReadonlyArray<StageClip>,
  axis: Alignment['axis'],
  canvas: Places['canvas'],
): Document => {
  const side = SIDES[axis];
  const inOrder = clips
    .map(({ id, box, rotation }) => ({ id, bounds: boundsOfRotated(box, rotation) }))
    .toSorted((a, b) => a.bounds[axis] - b.bounds[axis]);
  const [first, last] = [inOrder[0]?.bounds, inOrder.at(-1)?.bounds];
  if (!first || !last || inOrder.length < 3) return document;
  const occupied = inOrder.reduce((sum, { bounds }) => sum + bounds[side], 0);
  const gap = (last[axis] + last[side] - first[axis] - occupied) / (inOrder.length - 1);
  let next = first[axis];
  const moves = inOrder.map(({ id, bounds }) => {
    const distance = next - bounds[axis];
    next += bounds[side] + gap;
    return [id, distance] as const;
  });
  return withMoves(document, moves, axis, canvas);
};
