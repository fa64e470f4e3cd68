import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The current inner size of an element, CSS px; before it is on the page, the given size. */
export const useSize = <Measured extends HTMLElement>(
  before: Size,
): { readonly element: RefObject<Measured | null>; readonly size: Size } => {
  const element = useRef<Measured>(null);
  const [size, setSize] = useState(before);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = (): void => setSize({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { element, size };
};
