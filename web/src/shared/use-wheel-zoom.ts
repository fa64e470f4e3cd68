import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Point } from '../../../domain/composition/geometry/geometry.js';

/** The zoom factor per px of the wheel. */
const PER_PX = 1.002;

/**
 * With Control, the wheel zooms an element, as does a pinch on a trackpad.
 * @param zoomBy gets the factor, and where the pointer is in the window, px
 */
export const useWheelZoom = (
  element: RefObject<HTMLElement | null>,
  zoomBy: (factor: number, pointer: Point) => void,
): void => {
  const zoom = useEffectEvent(zoomBy);
  useEffect(() => {
    const { current } = element;
    const turn = (event: WheelEvent): void => {
      if (!(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      zoom(PER_PX ** -event.deltaY, { x: event.clientX, y: event.clientY });
    };
    current?.addEventListener('wheel', turn, { passive: false });
    return () => current?.removeEventListener('wheel', turn);
  }, [element]);
};
