import { type PointerEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Point } from '../../../../domain/composition/geometry/geometry.js';

interface Drag {
  readonly from: Point;
  readonly at: Point;
  readonly move: (dx: number, dy: number) => void;
}

/** The most that the pointer may move in a click, in CSS px. */
const CLICK_SLACK = 3;

/**
 * Follows a captured pointer by its first raw move within each frame: browsers hold back `pointermove` until just before
 * a frame, which leaves little time to draw. There are raw moves in secure contexts only (W3C Pointer Events 3).
 */
const followRaw = (element: Element, follow: (event: MouseEvent) => void): void => {
  let isFollowed = false;
  const released = new AbortController();
  const { signal } = released;
  const onRawMove = (event: Event): void => {
    if (isFollowed || !(event instanceof MouseEvent)) return;
    isFollowed = true;
    requestAnimationFrame(() => {
      isFollowed = false;
    });
    follow(event);
  };
  element.addEventListener('pointerrawupdate', onRawMove, { signal });
  element.addEventListener('lostpointercapture', () => released.abort(), { signal });
};

/**
 * Handlers that report a drag of an element.
 * @param begin called at the start; returns a function that receives the distance from there, in CSS px
 * @param end called at the end; `hasMoved`: whether it was more than a click
 */
export const useDrag = (
  begin: (event: PointerEvent<Element>) => (dx: number, dy: number) => void,
  end: (hasMoved: boolean) => void,
) => {
  const drag = useRef<Drag>(undefined);
  const hasMoved = useRef(false);
  const stop = (): void => {
    if (drag.current) end(hasMoved.current);
    drag.current = undefined;
  };
  /** Flushes synchronously, because React would otherwise render after the frame that the event belongs to. */
  const follow = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): void => {
    const { current } = drag;
    if (!current || (current.at.x === clientX && current.at.y === clientY)) return;
    drag.current = { ...current, at: { x: clientX, y: clientY } };
    const [dx, dy] = [clientX - current.from.x, clientY - current.from.y];
    hasMoved.current ||= Math.hypot(dx, dy) >= CLICK_SLACK;
    if (hasMoved.current) flushSync(() => current.move(dx, dy));
  };
  return {
    onPointerDown: (event: PointerEvent<Element>): void => {
      if (event.button !== 0) return;
      event.stopPropagation();
      const { currentTarget, pointerId, clientX, clientY } = event;
      currentTarget.setPointerCapture(pointerId);
      hasMoved.current = false;
      const at = { x: clientX, y: clientY };
      drag.current = { from: at, at, move: begin(event) };
      followRaw(currentTarget, follow);
    },
    onPointerMove: follow,
    onPointerUp: stop,
    onPointerCancel: stop,
  };
};
