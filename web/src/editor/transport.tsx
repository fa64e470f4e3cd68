import { type Clock, useClock } from './clock.js';
import type { Playback } from './use-playback.js';

/** Starts and pauses playback; the space bar does the same. */
export const PlayButton = ({ playback: { state, toggle } }: { readonly playback: Playback }) => (
  <>
    <button type="button" className="play" onClick={toggle} aria-keyshortcuts="Space">
      {state._tag === 'Playing' ? 'Pause' : state._tag === 'Preparing' ? 'Preparing …' : 'Play'}
    </button>
    {state._tag === 'Failed' && (
      <span role="alert" className="play-problem">
        {state.message}
      </span>
    )}
  </>
);

interface TimeProps {
  readonly clock: Clock;
  readonly lastMs: number;
  readonly seek: (ms: number) => void;
}

/** The time at the playhead, and a slider for it. */
export const Time = ({ clock, lastMs, seek }: TimeProps) => {
  const ms = useClock(clock);
  return (
    <label className="time">
      Time <output>{(ms / 1000).toFixed(2)} s</output>
      <input
        type="range"
        aria-label="Time"
        min={0}
        max={lastMs}
        step={1}
        value={Math.min(ms, lastMs)}
        onChange={(event) => seek(Number(event.target.value))}
      />
    </label>
  );
};

/** The line on the timeline at the time of the clock. */
export const Playhead = ({ clock, pxPerMs }: { readonly clock: Clock; readonly pxPerMs: number }) => (
  <div className="playhead" style={{ left: useClock(clock) * pxPerMs }} />
);
