import { Blend, Plus } from 'lucide-react';
import { useState } from 'react';
import '../animate/animate.css';
import { secondsText } from '../../shared/texts.js';
import { t } from '../../words/words.js';
import type { Document } from '../document.js';
import { useDrag } from '../stage/use-drag.js';
import type { Lane } from './lanes.js';
import { type Seam, type SeamTransition, withSeam } from './seams.js';
import { draggedTransition, isTransitionDragged, TransitionGallery } from './transition-gallery.js';
import { type BarContext, useLatest } from './use-bar.js';

/** How long a new transition takes, ms. */
const LENGTH = 800;
/** How much of the clips a preview shows beside it, ms. */
const AROUND = 300;
/** How far a key changes it, ms. */
const STEP = 100;

interface SeamInLane extends Seam {
  readonly lane: Lane;
}

interface SeamProps {
  readonly seam: SeamInLane;
  readonly pxPerMs: number;
  readonly open: () => void;
}

/** Replaces the transition at a seam by another of the same length. */
const withTransition = (document: Document, seam: Seam, transition: SeamTransition): Document =>
  withSeam(document, seam, seam.duration === 0 ? LENGTH : seam.duration, transition);

const give = ({ document, change }: BarContext, seam: Seam, transition: SeamTransition): void =>
  change(withTransition(document, seam, transition));

/** Plays a transition at a seam, with what is before and after it. */
const show = ({ document, preview }: BarContext, seam: Seam, transition?: SeamTransition): void => {
  const { after, duration } = seam;
  preview(
    transition && {
      document: withTransition(document, seam, transition),
      from: Math.max(0, after.start - AROUND),
      to: after.start + (duration === 0 ? LENGTH : duration) + AROUND,
    },
  );
};

/** The document with the transition of a seam at all seams of its lane, each as long as its clips allow. */
const withAllAs = (document: Document, seam: SeamInLane, seams: ReadonlyArray<SeamInLane>): Document => {
  const { top, side, lane, duration } = seam;
  const transition = document.clips.find(({ id }) => id === top.id)?.transition?.[side];
  return seams
    .filter((one) => one.lane === lane && one !== seam)
    .reduce((before, one) => withSeam(before, one, duration, transition), document);
};

/** A seam: a click opens the gallery, a transition is dropped on it, and its end is dragged. */
const SeamGrip = ({ seam, pxPerMs, open }: SeamProps) => {
  const latest = useLatest();
  const { after, duration, lane } = seam;
  const last = (ms: number): void => {
    const { document, change } = latest.current;
    change(withSeam(document, seam, ms), `transition ${seam.before.id}`);
  };
  const drag = useDrag(
    () => (dx) => last(Math.max(STEP, duration + dx / pxPerMs)),
    () => latest.current.endGesture(),
  );
  const name =
    duration > 0
      ? t('Transition to {label}, {length}', { label: after.label, length: secondsText(duration, 2) })
      : t('Add a transition to {label}', { label: after.label });
  const Icon = duration > 0 ? Blend : Plus;
  return (
    <span
      className={duration > 0 ? 'seam joined' : 'seam'}
      style={{ left: after.start * pxPerMs, top: lane.top, height: lane.height, width: duration * pxPerMs }}
      onPointerDown={(event) => event.stopPropagation()}
      onDragOver={(event) => isTransitionDragged(event) && event.preventDefault()}
      onDrop={(event) => {
        const dropped = draggedTransition(event);
        if (dropped) give(latest.current, seam, dropped);
      }}
    >
      <button
        type="button"
        aria-label={name}
        title={name}
        onClick={open}
        onKeyDown={(event) => {
          const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (direction === undefined || duration === 0) return;
          event.preventDefault();
          last(Math.max(STEP, duration + direction * STEP));
        }}
        onKeyUp={() => latest.current.endGesture()}
      >
        <Icon size={12} aria-hidden="true" />
      </button>
      {duration > 0 && <span className="trim end" aria-hidden="true" {...drag} />}
    </span>
  );
};

interface SeamsProps {
  readonly seams: ReadonlyArray<SeamInLane>;
  readonly pxPerMs: number;
}

/** The seams of all lanes, and the gallery of the one that was clicked. */
export const SeamGrips = ({ seams, pxPerMs }: SeamsProps) => {
  const latest = useLatest();
  const [opened, open] = useState<string>();
  const chosen = seams.find(({ after }) => after.id === opened);
  const close = (): void => {
    latest.current.preview(undefined);
    open(undefined);
  };
  const { document, change } = latest.current;
  const others = seams.filter(({ lane }) => lane === chosen?.lane).length - 1;
  return (
    <>
      {seams.map((seam) => (
        <SeamGrip key={seam.after.id} {...{ seam, pxPerMs }} open={() => open(seam.after.id)} />
      ))}
      {chosen && (
        <TransitionGallery
          close={close}
          current={chosen.duration === 0 ? undefined : chosen.top.resolved.transition?.[chosen.side]?.type}
          choose={(transition) => give(latest.current, chosen, transition)}
          preview={(transition) => show(latest.current, chosen, transition)}
          giveToAll={
            chosen.duration === 0 || others === 0
              ? undefined
              : () => change(withAllAs(document, chosen, seams))
          }
          remove={
            chosen.duration === 0
              ? undefined
              : () => {
                  change(withSeam(document, chosen, 0));
                  close();
                }
          }
        />
      )}
    </>
  );
};
