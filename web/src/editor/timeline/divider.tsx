import type { KeyboardEvent } from 'react';
import { useDrag } from '../stage/use-drag.js';
import type { TimelineHeight } from './use-height.js';
import { t } from '../../words/words.js';

/** The distances by which keys move the border, in px. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 16, ArrowDown: -16, PageUp: 96, PageDown: -96 };

/** The border between the stage and the timeline. It is dragged or moved by keys; a double click resets it. */
export const Divider = ({ now, least, most, set }: TimelineHeight) => {
  const drag = useDrag(
    () => (_dx, dy) => set(now - dy),
    () => undefined,
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const ends: Readonly<Record<string, number>> = { Home: least, End: most };
    const step = STEPS[event.key];
    const next = step === undefined ? ends[event.key] : now + step;
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  return (
    <div
      role="separator"
      className="divider"
      tabIndex={0}
      aria-label={t('Height of the timeline')}
      aria-orientation="horizontal"
      aria-valuenow={now}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={t('{count, plural, one {# pixel} other {# pixels}}', { count: now })}
      title={t('Drag, or use the arrow keys. A double click puts it back.')}
      onKeyDown={onKeyDown}
      onDoubleClick={() => set(undefined)}
      {...drag}
    />
  );
};
