import './animate.css';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { withClip } from '../document.js';
import { useDrag } from '../stage/use-drag.js';
import { useLatest } from '../timeline/use-bar.js';
import { keyframeTimes, withTimeMoved } from './keyframes.js';

interface MarksProps {
  readonly clip: Clip;
  readonly start: number;
  readonly length: number;
  readonly pxPerMs: number;
  readonly isLocked: boolean;
}

/** The mark of a time with keyframes. A click seeks to the time, and a drag moves the keyframes. */
const Mark = (props: MarksProps & { readonly time: number }) => {
  const { clip, start, length, time, pxPerMs, isLocked } = props;
  const latest = useLatest();
  const drag = useDrag(
    () => {
      const { document, change } = latest.current;
      const id = clip.id ?? '';
      return (dx) => {
        const to = Math.round(Math.min(length, Math.max(0, time + dx / pxPerMs)));
        if (isLocked) return;
        change(
          withClip(document, id, (one) => withTimeMoved(one, time, to)),
          `keyframes of ${id} at ${time}`,
        );
      };
    },
    (hasMoved) => {
      if (!hasMoved) latest.current.seek(start + time);
      latest.current.endGesture();
    },
  );
  return <span className="keyframe-mark" aria-hidden="true" style={{ left: time * pxPerMs }} {...drag} />;
};

/** Marks the times of the keyframes of a clip on its bar. */
export const KeyframeMarks = (props: MarksProps) => {
  const { clip, length } = props;
  // The key is the index, so that a dragged mark stays the same element and keeps the pointer.
  return keyframeTimes(clip)
    .filter((time) => time <= length)
    .map((time, index) => <Mark key={index} {...props} time={time} />);
};
