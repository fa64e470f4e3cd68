import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useWheelZoom } from '../../shared/use-wheel-zoom.js';

/** How much the timeline is enlarged at most. */
export const MOST = 20;

/**
 * How much the timeline is enlarged. With Control, the wheel zooms around the pointer.
 * @param left where the times begin in the element that scrolls, px
 */
export const useTimelineZoom = (scrolled: RefObject<HTMLElement | null>, left: number) => {
  const [zoom, setZoom] = useState(1);
  /** The point that stays where it is: its place in what is shown, px, and the factor by which that grows. */
  const anchor = useRef<{ readonly x: number; readonly factor: number } | undefined>(undefined);
  const zoomTo = (next: number, x?: number): void => {
    const { current } = scrolled;
    const within = Math.min(MOST, Math.max(1, next));
    if (!current || within === zoom) return;
    anchor.current = { x: x ?? (current.clientWidth - left) / 2, factor: within / zoom };
    setZoom(within);
  };
  useLayoutEffect(() => {
    const { current } = scrolled;
    if (!current || !anchor.current) return;
    const { x, factor } = anchor.current;
    current.scrollLeft = (current.scrollLeft + x) * factor - x;
    anchor.current = undefined;
  }, [zoom, scrolled]);
  useWheelZoom(scrolled, (factor, { x }) =>
    zoomTo(zoom * factor, x - (scrolled.current?.getBoundingClientRect().left ?? 0) - left),
  );
  return { zoom, zoomTo };
};
