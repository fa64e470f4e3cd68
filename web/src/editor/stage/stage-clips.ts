import * as E from 'fp-ts/lib/Either.js';
import {
  boundsOfRotated,
  centreOf,
  type Placement,
  type Point,
  type Rect,
  rotatedAbout,
} from '../../../../domain/composition/geometry/geometry.js';
import { withValueAt } from '../value-at.js';
import { moved, resized } from './clip-shape.js';
import { type Document, withClip } from '../document.js';
import { type Placed, type Places, placesOf } from '../places.js';

export interface StageClip extends Placement {
  readonly id: string;
}

/** The clips of these that are on the stage at all: not sounds. */
export const stageClipsOf = ({ clips }: Places, ids: ReadonlyArray<string>): ReadonlyArray<StageClip> =>
  clips.flatMap(({ id, placement }) => (placement && ids.includes(id) ? [{ id, ...placement }] : []));

/** The smallest rectangle that holds all of these, px of the canvas. There is at least one. */
export const outerBox = (pieces: ReadonlyArray<StageClip>): Rect => {
  const rects = pieces.map(({ box, rotation }) => boundsOfRotated(box, rotation));
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  return {
    x,
    y,
    width: Math.max(...rects.map((rect) => rect.x + rect.width)) - x,
    height: Math.max(...rects.map((rect) => rect.y + rect.height)) - y,
  };
};

const changed = (
  document: Document,
  pieces: ReadonlyArray<StageClip>,
  change: (clip: Parameters<typeof moved>[0], piece: StageClip) => ReturnType<typeof moved>,
): Document =>
  pieces.reduce((before, piece) => withClip(before, piece.id, (clip) => change(clip, piece)), document);

/** The document with the centres of these clips where they should be, whatever their positions are relative to. */
const centred = (
  document: Document,
  pieces: ReadonlyArray<StageClip>,
  wanted: (centre: Point) => Point,
): Document => {
  const placed = placesOf(document);
  if (E.isLeft(placed)) return document;
  const { canvas } = placed.right;
  const now = new Map(
    stageClipsOf(
      placed.right,
      pieces.map(({ id }) => id),
    ).map((piece) => [piece.id, piece]),
  );
  return changed(document, pieces, (clip, piece) => {
    const to = wanted(centreOf(piece.box));
    const from = centreOf(now.get(piece.id)?.box ?? piece.box);
    return moved(clip, to.x - from.x, to.y - from.y, canvas);
  });
};

/** The document with these clips moved by a distance in px of the canvas. */
export const movedTogether = (
  document: Document,
  ids: ReadonlyArray<string>,
  { x, y }: Point,
  canvas: Places['canvas'],
): Document =>
  ids.reduce((before, id) => withClip(before, id, (clip) => moved(clip, x, y, canvas)), document);

/** The smallest factor by which clips shrink at once. */
const SMALLEST_FACTOR = 0.02;

/** The upper left corner of a box, as parts of its sides. */
const CORNER: Point = { x: 0, y: 0 };

/** The point of a rectangle that parts of its sides state. */
const pointOf = ({ x, y, width, height }: Rect, part: Point): Point => ({
  x: x + width * part.x,
  y: y + height * part.y,
});

/**
 * The document with these clips resized so that what holds them all grows by so many px.
 * With a rotated clip among them, both sides grow by the same factor: anything else would skew it.
 * @param hold the point of what holds them that stays where it is, as parts of its sides
 */
export const resizedTogether = (
  document: Document,
  pieces: ReadonlyArray<StageClip>,
  by: Point,
  hold = CORNER,
): Document => {
  const bounds = outerBox(pieces);
  const across = Math.max(SMALLEST_FACTOR, (bounds.width + by.x) / bounds.width);
  const down = Math.max(SMALLEST_FACTOR, (bounds.height + by.y) / bounds.height);
  const isUniform = pieces.some(({ rotation }) => rotation !== 0);
  const both = Math.abs(across - 1) > Math.abs(down - 1) ? across : down;
  const [sx, sy] = isUniform ? [both, both] : [across, down];
  const sized = changed(document, pieces, (clip, { box }) =>
    resized(clip, box, box.width * (sx - 1), box.height * (sy - 1)),
  );
  const held = pointOf(bounds, hold);
  return centred(sized, pieces, ({ x, y }) => ({
    x: held.x + (x - held.x) * sx,
    y: held.y + (y - held.y) * sy,
  }));
};

/** Shorter distances are those of rounded numbers, px of the canvas. */
const NO_DISTANCE = 0.01;

/**
 * The document with a clip larger by so many px along its own axes.
 * @param hold the point of the clip that stays where it is, as parts of its sides, however it is anchored and turned
 */
export const resizedAbout = (
  { document, places }: Placed,
  { id, box, rotation }: StageClip,
  by: Point,
  hold: Point,
): Document => {
  const sized = withClip(document, id, (clip) => resized(clip, box, by.x, by.y));
  const placed = placesOf(sized, { document, places });
  const [now] = E.isRight(placed) ? stageClipsOf(placed.right, [id]) : [];
  if (!now) return sized;
  const was = rotatedAbout(pointOf(box, hold), centreOf(box), rotation);
  const is = rotatedAbout(pointOf(now.box, hold), centreOf(now.box), now.rotation);
  const way = { x: was.x - is.x, y: was.y - is.y };
  if (Math.hypot(way.x, way.y) < NO_DISTANCE) return sized;
  return movedTogether(sized, [id], way, places.canvas);
};

/** The document with these clips turned together, about the middle of what holds them all. */
export const turnedTogether = (
  document: Document,
  pieces: ReadonlyArray<StageClip>,
  degrees: number,
): Document => {
  const middle = centreOf(outerBox(pieces));
  const turned = changed(document, pieces, (clip, { rotation }) =>
    withValueAt(clip, 'transform.rotation', wholeTurn(rotation + degrees)),
  );
  return centred(turned, pieces, (centre) => rotatedAbout(centre, middle, degrees));
};

/** An angle in degrees from -180 to 180. */
const wholeTurn = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** What handles, keys and numbers do with clips that lie so. */
export const shapingOf = (places: Places, pieces: ReadonlyArray<StageClip>) => {
  const [only] = pieces.length === 1 ? pieces : [];
  return {
    /** Tells the gestures of different clips apart. */
    name: pieces.map(({ id }) => id).join(),
    /**
     * The box, larger by px of the canvas along its own axes.
     * @param hold the point that stays where it is, as parts of the sides; absent: the position of one clip stays as it is
     * written
     */
    resized: (document: Document, by: Point, hold?: Point): Document => {
      if (!only) return resizedTogether(document, pieces, by, hold);
      return hold
        ? resizedAbout({ document, places }, only, by, hold)
        : withClip(document, only.id, (clip) => resized(clip, only.box, by.x, by.y));
    },
    /** @param degrees the angle of one clip, or by how much several are turned */
    turned: (document: Document, degrees: number): Document =>
      only
        ? withClip(document, only.id, (clip) => withValueAt(clip, 'transform.rotation', degrees))
        : turnedTogether(document, pieces, degrees),
  };
};
export type Shaping = ReturnType<typeof shapingOf>;
