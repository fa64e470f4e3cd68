import type { Clip } from '../../../../clients/typescript/core/types.js';
import { withClip } from '../document.js';
import { useDrag } from '../stage/use-drag.js';
import { fadeOf, type Side, withFade } from './fades.js';
import { useLatest } from './use-bar.js';
import { t } from '../../words/words.js';
import { secondsText } from '../../shared/texts.js';
import { labelFor } from '../../words/labels.js';

const SIDES = { in: t('in'), out: t('out') };

interface FadeProps {
  readonly clip: Clip;
  readonly side: Side;
  /** ms */
  readonly length: number;
  readonly pxPerMs: number;
  /** Whether it can be dragged. */
  readonly isHeld: boolean;
}

/** The fade or transition at one side of a bar, and the grip that changes its duration. */
export const Fade = ({ clip, side, length, pxPerMs, isHeld }: FadeProps) => {
  const latest = useLatest();
  const { type, duration } = fadeOf(clip, side);
  const width = Math.min(duration, length) * pxPerMs;
  const drag = useDrag(
    () => {
      const { document, change } = latest.current;
      return (dx) => {
        const by = (side === 'in' ? dx : -dx) / pxPerMs;
        const next = Math.round(Math.min(length, Math.max(0, duration + by)) / 10) * 10;
        change(
          withClip(document, clip.id ?? '', (one) => withFade(one, side, next)),
          `fade ${side} ${clip.id}`,
        );
      };
    },
    () => latest.current.endGesture(),
  );
  return (
    <>
      {width > 0 && <span className={`fade ${side} ${type}`} aria-hidden="true" style={{ width }} />}
      {isHeld && (
        <span
          className={`fade-grip ${side}`}
          aria-hidden="true"
          title={t('{type} {side}, {length}: drag to change', {
            type: labelFor(type),
            side: SIDES[side],
            length: secondsText(duration, 2),
          })}
          style={side === 'in' ? { left: width + 8 } : { right: width + 8 }}
          {...drag}
        />
      )}
    </>
  );
};
