import { memo, type PointerEvent } from 'react';
import { useDrag } from '../stage/use-drag.js';
import { marksOf } from './times.js';

interface RulerProps {
  readonly pxPerMs: number;
  /** The last time that can be shown, ms. */
  readonly lastMs: number;
  readonly seek: (ms: number) => void;
}

/** The times along the timeline. The playhead follows the pointer on it; the slider of the time does the same by keyboard. */
export const Ruler = memo(({ pxPerMs, lastMs, seek }: RulerProps) => {
  const drag = useDrag(
    ({ currentTarget, clientX }: PointerEvent<Element>) => {
      const from = clientX - currentTarget.getBoundingClientRect().left;
      const seekTo = (x: number): void => seek(Math.round(Math.min(lastMs, Math.max(0, x / pxPerMs))));
      seekTo(from);
      return (dx) => seekTo(from + dx);
    },
    () => undefined,
  );
  return (
    <div className="ruler" aria-hidden="true" {...drag}>
      {marksOf(lastMs, pxPerMs).map(({ ms, text }) => (
        <span key={ms} style={{ left: ms * pxPerMs }}>
          {text}
        </span>
      ))}
    </div>
  );
});
Ruler.displayName = 'Ruler';
