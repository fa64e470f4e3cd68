import { X } from 'lucide-react';
import type { CSSProperties, DragEvent } from 'react';
import { Button, IconButton } from '../../shared/buttons.js';
import { t } from '../../words/words.js';
import type { SeamTransition } from './seams.js';

/** The transitions that are offered, each with the animation of the style sheet that shows it. */
const TRANSITIONS: ReadonlyArray<readonly [name: string, preview: string, transition: SeamTransition]> = [
  [t('Cross-fade'), 'fade', { type: 'fade' }],
  [t('Slide over'), 'over', { type: 'slide', easing: 'easeInOut' }],
  [t('Push'), 'push', { type: 'push', easing: 'easeInOut' }],
  [t('Wipe'), 'wipe', { type: 'wipe', direction: 'right', softness: 0.1 }],
  [t('Circle'), 'circle', { type: 'circle', softness: 0.05 }],
  [t('Zoom'), 'pop', { type: 'zoom', from: 0.4, easing: 'easeOut' }],
  [t('Blur'), 'focus', { type: 'blur' }],
  [t('Dissolve'), 'grains', { type: 'dissolve' }],
];

/** What a dragged transition is, to the seams that it is dropped on. */
const DRAGGED = 'application/x-transition';

export const isTransitionDragged = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer.types.includes(DRAGGED);

export const draggedTransition = ({ dataTransfer }: DragEvent): SeamTransition | undefined =>
  TRANSITIONS[Number(dataTransfer.getData(DRAGGED))]?.[2];

interface GalleryProps {
  /** The type of the transition of the seam, if it has one. */
  readonly current: string | undefined;
  readonly choose: (transition: SeamTransition) => void;
  /** Shows one on the stage; undefined: none. */
  readonly preview: (transition: SeamTransition | undefined) => void;
  /** Removes the transition of the seam; absent if it has none. */
  readonly remove: (() => void) | undefined;
  /** Gives it to the other seams of the track; absent if there are none, or it has no transition. */
  readonly giveToAll: (() => void) | undefined;
  readonly close: () => void;
}

/** Transitions for a seam: clicked, or dragged to any seam. Each is shown while the pointer or the focus is on it. */
export const TransitionGallery = ({ current, choose, preview, remove, giveToAll, close }: GalleryProps) => (
  <div
    role="dialog"
    className="transition-gallery"
    aria-label={t('Transitions')}
    onPointerDown={(event) => event.stopPropagation()}
    onKeyDown={(event) => {
      event.stopPropagation();
      if (event.key === 'Escape') close();
    }}
  >
    <IconButton icon={X} name={t('Close')} onClick={close} />
    <ul className="motions">
      {TRANSITIONS.map(([name, motion, transition], index) => (
        <li key={name}>
          <button
            type="button"
            autoFocus={index === 0}
            aria-pressed={transition.type === current}
            draggable
            onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, String(index))}
            onClick={() => choose(transition)}
            onPointerEnter={() => preview(transition)}
            onPointerLeave={() => preview(undefined)}
            onFocus={() => preview(transition)}
            onBlur={() => preview(undefined)}
          >
            <span
              className="motion between"
              style={{ '--motion': `motion-${motion}` } as CSSProperties}
              aria-hidden="true"
            >
              <span />
            </span>
            {name}
          </button>
        </li>
      ))}
    </ul>
    {giveToAll && <Button text={t('Apply to all of this track')} className="quiet" onClick={giveToAll} />}
    {remove && <Button text={t('Remove the transition')} className="danger quiet" onClick={remove} />}
  </div>
);
