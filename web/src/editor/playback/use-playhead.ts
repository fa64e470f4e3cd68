import { useCallback, useState } from 'react';
import { keepPlayhead, keptPlayhead } from '../../shared/kept-playhead.js';
import { useWindowEvent } from '../../shared/use-window-event.js';
import type { Places } from '../places.js';
import { createClock } from './clock.js';
import { framesLater } from './frame-steps.js';

/**
 * The time of the playhead while nothing plays, in ms, and the clock that moves it during playback. It begins where this
 * browser left the video.
 */
export const usePlayhead = (videoId: string, places: Places) => {
  const [clock] = useState(() => createClock(framesLater(keptPlayhead(videoId), 0, places)));
  const [ms, pauseAt] = useState(clock.now);
  useWindowEvent('pagehide', () => keepPlayhead(videoId, clock.now()));
  const setMs = useCallback(
    (next: number) => {
      clock.set(next);
      pauseAt(next);
    },
    [clock],
  );
  return { clock, ms, setMs };
};
