import type { Rect } from '../../../../domain/composition/geometry/geometry.js';
import { useShared } from '../shared.js';
import { grownInProportion, HANDLES, handlesFor, opposite, resizeCursor } from './resize-handles.js';
import { snappedRotation } from './snapping.js';
import type { Shaping } from './stage-clips.js';
import { useDrag } from './use-drag.js';

/** The distance of the rotation handle above the clip, in px of the screen. */
const ROTATION_HANDLE = 24;

interface HandlesProps {
  readonly shaping: Shaping;
  readonly box: Rect;
  readonly rotation: number;
  readonly zoom: number;
}

/** A handle on a corner or side; dragging it leaves the opposite point in place. */
const ResizeHandle = ({ name, ...props }: HandlesProps & { readonly name: keyof typeof HANDLES }) => {
  const { shaping, box, rotation, zoom } = props;
  const { document, change, endGesture } = useShared();
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
  }, endGesture);
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

/** The handles of the selection: those on its corners and sides resize it, and the one above it rotates it. */
export const Handles = (props: HandlesProps) => {
  const { shaping, box, rotation, zoom } = props;
  const { document, change, endGesture } = useShared();
  const rotate = useDrag(() => {
    const { name, turned } = shaping;
    const before = document;
    const arm = (box.height * zoom) / 2 + ROTATION_HANDLE;
    const radians = (rotation * Math.PI) / 180;
    return (dx, dy) => {
      const [x, y] = [arm * Math.sin(radians) + dx, -arm * Math.cos(radians) + dy];
      change(turned(before, snappedRotation((Math.atan2(x, -y) * 180) / Math.PI)), `rotate ${name}`);
    };
  }, endGesture);
  return (
    <>
      {handlesFor({ width: box.width * zoom, height: box.height * zoom }).map((name) => (
        <ResizeHandle key={name} name={name} {...props} />
      ))}
      <span className="handle rotate" aria-hidden="true" {...rotate} />
    </>
  );
};
