import { type PointerEvent, useState } from 'react';
import type { Rect } from '../../../../domain/composition/geometry/geometry.js';
import { useShared } from '../shared.js';
import { useDrag } from '../stage/use-drag.js';
import type { Lane } from './lanes.js';

/** The clips whose bars touch a rectangle. */
const touched = (
  lanes: ReadonlyArray<Lane>,
  { x, y, width, height }: Rect,
  pxPerMs: number,
): ReadonlyArray<string> =>
  lanes
    .filter((lane) => lane.top < y + height && lane.top + lane.height > y)
    .flatMap(({ clips }) =>
      clips.filter(({ start, end }) => start * pxPerMs < x + width && end * pxPerMs > x).map(({ id }) => id),
    );

/** A rectangle that is drawn over bars to select them. A click beside all bars selects none. */
export const useMarquee = (lanes: ReadonlyArray<Lane>, pxPerMs: number) => {
  const { selectAll } = useShared();
  const [marquee, setMarquee] = useState<Rect>();
  const drag = useDrag(
    ({ currentTarget, clientX, clientY }: PointerEvent<Element>) => {
      const { left, top } = currentTarget.getBoundingClientRect();
      const [x, y] = [clientX - left, clientY - top];
      return (dx, dy) => {
        const rect = {
          x: Math.min(x, x + dx),
          y: Math.min(y, y + dy),
          width: Math.abs(dx),
          height: Math.abs(dy),
        };
        setMarquee(rect);
        selectAll(touched(lanes, rect, pxPerMs));
      };
    },
    (hasMoved) => {
      if (!hasMoved) selectAll([]);
      setMarquee(undefined);
    },
  );
  return { marquee, drag };
};
