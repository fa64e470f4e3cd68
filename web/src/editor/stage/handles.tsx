import type { Point, Rect } from '../../../../domain/composition/geometry/geometry.js';
import type { Document } from '../document.js';
import { grownInProportion, HANDLES, handlesFor, opposite, resizeCursor } from './resize-handles.js';
import { snappedRotation } from './snapping.js';
import { useDrag } from './use-drag.js';

/** How far above the clip its rotation handle is, px of the screen. */
const ROTATION_HANDLE = 24;

/** What the handles of one or several clips do with the document in which a drag began. */
export interface Shaping {
  /** Tells the gestures of different clips apart. */
  readonly name: string;
  /**
   * The box, larger by px of the canvas along its own axes.
   * @param hold the point that stays where it is, as parts of the sides; absent: the positions stay as they are written
   */
  readonly resized: (before: Document, by: Point, hold?: Point) => Document;
  /** The box, turned to an angle. */
  readonly turned: (before: Document, degrees: number) => Document;
}

interface HandlesProps {
  readonly shaping: Shaping;
  readonly box: Rect;
  readonly rotation: number;
  readonly zoom: number;
  readonly document: Document;
  readonly change: (document: Document, gesture?: string) => void;
  readonly end: () => void;
}

/** The handle on a corner or in the middle of a side, by which what is opposite stays where it is. */
const ResizeHandle = ({ name, ...props }: HandlesProps & { readonly name: keyof typeof HANDLES }) => {
  const { shaping, box, rotation, zoom, document, change, end } = props;
  const { x, y } = HANDLES[name];
  const drag = useDrag(({ shiftKey }) => {
    const before = document;
    const radians = (-rotation * Math.PI) / 180;
    return (dx, dy) => {
      // The sides of a rotated clip grow along its own axes.
      const across = (dx * Math.cos(radians) - dy * Math.sin(radians)) / zoom;
      const down = (dx * Math.sin(radians) + dy * Math.cos(radians)) / zoom;
      const free = { x: across * x, y: down * y };
      const by = shiftKey ? grownInProportion(box, free) : free;
      change(shaping.resized(before, by, opposite(name)), `resize ${shaping.name}`);
    };
  }, end);
  return (
    <span
      className={`handle ${name}`}
      aria-hidden="true"
      style={{
        left: `calc(${(x + 1) * 50}% - 6px)`,
        top: `calc(${(y + 1) * 50}% - 6px)`,
        cursor: resizeCursor(name, rotation),
      }}
      {...drag}
    />
  );
};

/** The handles of what is selected: those on its corners and sides resize it, the one above rotates it. */
export const Handles = (props: HandlesProps) => {
  const { shaping, box, rotation, zoom, document, change, end } = props;
  const rotate = useDrag(() => {
    const { name, turned } = shaping;
    const before = document;
    const arm = (box.height * zoom) / 2 + ROTATION_HANDLE;
    const radians = (rotation * Math.PI) / 180;
    return (dx, dy) => {
      const [x, y] = [arm * Math.sin(radians) + dx, -arm * Math.cos(radians) + dy];
      change(turned(before, snappedRotation((Math.atan2(x, -y) * 180) / Math.PI)), `rotate ${name}`);
    };
  }, end);
  return (
    <>
      {handlesFor({ width: box.width * zoom, height: box.height * zoom }).map((name) => (
        <ResizeHandle key={name} name={name} {...props} />
      ))}
      <span className="handle rotate" aria-hidden="true" {...rotate} />
    </>
  );
};
