import { useState, useSyncExternalStore } from 'react';
import { keep, kept } from '../../shared/kept.js';

/** Where the browser keeps the height that somebody chose. */
const KEPT_AS = 'timeline-height';

/** The height at first, and the least, px. */
const AT_FIRST = 248;
const LEAST = 120;
/** What is left for the top bar and the stage, px. */
const FOR_STAGE = 280;

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

const keptHeight = (): number | undefined => {
  const height = kept(KEPT_AS);
  return typeof height === 'number' ? height : undefined;
};

/** The height of the timeline, px. */
export interface TimelineHeight {
  readonly now: number;
  readonly least: number;
  readonly most: number;
  /** Undefined: the height at first. */
  readonly set: (height: number | undefined) => void;
}

/** The height of the timeline, which this browser keeps. In a lower window it is lower. */
export const useTimelineHeight = (): TimelineHeight => {
  const [chosen, choose] = useState(keptHeight);
  const most = Math.max(LEAST, useSyncExternalStore(subscribe, () => window.innerHeight) - FOR_STAGE);
  const within = (height: number): number => Math.round(Math.min(most, Math.max(LEAST, height)));
  return {
    now: within(chosen ?? AT_FIRST),
    least: LEAST,
    most,
    set: (height) => {
      const next = height === undefined ? undefined : within(height);
      choose(next);
      keep(KEPT_AS, next);
    },
  };
};
