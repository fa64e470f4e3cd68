import { type PointerEvent, useRef } from 'react';

export interface DragHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/**
 * Handlers that report a drag of an element.
 * @param begin called at its start; returns what is called with the distance from there, in CSS px
 * @param end called when it is over
 */
export const useDrag = (begin: () => (dx: number, dy: number) => void, end: () => void): DragHandlers => {
  const drag = useRef<
    { readonly x: number; readonly y: number; readonly move: (dx: number, dy: number) => void } | undefined
  >(undefined);
  const stop = (): void => {
    if (drag.current) end();
    drag.current = undefined;
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, move: begin() };
    },
    onPointerMove: (event) => {
      const { current } = drag;
      if (current) current.move(event.clientX - current.x, event.clientY - current.y);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
};
