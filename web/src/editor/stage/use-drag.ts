import { type PointerEvent, useRef } from 'react';
import { flushSync } from 'react-dom';

export interface DragHandlers {
  readonly onPointerDown: (event: PointerEvent<Element>) => void;
  readonly onPointerMove: (event: PointerEvent<Element>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/** How far the pointer may move in a click, CSS px. */
const CLICK_SLACK = 3;

/**
 * Handlers that report a drag of an element.
 * @param begin called at its start; returns what is called with the distance from there, in CSS px
 * @param end called when it is over; `hasMoved`: whether it was more than a click
 */
export const useDrag = (
  begin: (event: PointerEvent<Element>) => (dx: number, dy: number) => void,
  end: (hasMoved: boolean) => void,
): DragHandlers => {
  const drag = useRef<
    { readonly x: number; readonly y: number; readonly move: (dx: number, dy: number) => void } | undefined
  >(undefined);
  const hasMoved = useRef(false);
  const stop = (): void => {
    if (drag.current) end(hasMoved.current);
    drag.current = undefined;
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      hasMoved.current = false;
      drag.current = { x: event.clientX, y: event.clientY, move: begin(event) };
    },
    onPointerMove: (event) => {
      const { current } = drag;
      if (!current) return;
      const [dx, dy] = [event.clientX - current.x, event.clientY - current.y];
      hasMoved.current ||= Math.hypot(dx, dy) >= CLICK_SLACK;
      // React would draw it after the frame that this event belongs to.
      if (hasMoved.current) flushSync(() => current.move(dx, dy));
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
};
