import { useSyncExternalStore } from 'react';

/** The time at the playhead, in ms. Playback moves it with every frame, and only subscribers render again. */
export interface PlaybackClock {
  readonly now: () => number;
  readonly set: (ms: number) => void;
  readonly subscribe: (changed: () => void) => () => void;
}

/** @param ms where it begins */
export const createClock = (ms = 0): PlaybackClock => {
  const listeners = new Set<() => void>();
  let at = ms;
  return {
    now: () => at,
    set: (next) => {
      at = next;
      for (const changed of listeners) changed();
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
};

export const useClock = ({ subscribe, now }: PlaybackClock): number => useSyncExternalStore(subscribe, now);
