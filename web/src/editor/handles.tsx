import type { Rect } from '../../../domain/composition/geometry.js';
import type { Document } from './document.js';
import { snappedRotation } from './snapping.js';
import { useDrag } from './use-drag.js';

/** How far above the clip its rotation handle is, px of the screen. */
const ROTATION_HANDLE = 24;

/** What the handles of one or several clips do with the document in which a drag began. */
export interface Shaping {
  /** Tells the gestures of different clips apart. */
  readonly name: string;
  /** The box, larger by px of the canvas along its own axes. */
  readonly resized: (before: Document, dx: number, dy: number) => Document;
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

/** The handles of what is selected: one resizes it, one rotates it. */
export const Handles = ({ shaping, box, rotation, zoom, document, change, end }: HandlesProps) => {
  const resize = useDrag(() => {
    const { name, resized } = shaping;
    const before = document;
    const radians = (-rotation * Math.PI) / 180;
    return (dx, dy) => {
      // The sides of a rotated clip grow along its own axes.
      const across = (dx * Math.cos(radians) - dy * Math.sin(radians)) / zoom;
      const down = (dx * Math.sin(radians) + dy * Math.cos(radians)) / zoom;
      change(resized(before, across, down), `resize ${name}`);
    };
  }, end);
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
      <span className="handle" aria-hidden="true" {...resize} />
      <span className="handle rotate" aria-hidden="true" {...rotate} />
    </>
  );
};
