import { LoaderCircle, Pause, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../shared/buttons.js';
import { type PlaybackClock, useClock } from './clock.js';
import type { PlaybackControl } from './use-playback.js';
import { t } from '../../words/words.js';
import { secondsText } from '../../shared/texts.js';

const PLAY = { icon: Play, name: t('Play') };
const BUTTONS = {
  Paused: PLAY,
  Failed: PLAY,
  Playing: { icon: Pause, name: t('Pause') },
  Preparing: { icon: LoaderCircle, name: t('Preparing …') },
};

interface PlayProps extends Pick<PlaybackControl, 'state' | 'toggle'> {
  readonly keys?: string;
}

/** Starts and pauses playback, as the space bar does, and shows another speed than that of the video. */
export const PlayButton = ({ state, toggle, keys = 'Space' }: PlayProps) => (
  <>
    <span className="play-box">
      <IconButton {...BUTTONS[state._tag]} className="play" keys={keys} onClick={toggle} />
      {state._tag === 'Preparing' && state.share !== undefined && (
        <progress value={state.share} aria-label={t('Progress of the preparation')} />
      )}
    </span>
    {'speed' in state && state.speed !== 1 && <output>{`${state.speed}×`}</output>}
    {state._tag === 'Failed' && (
      <span role="alert" className="play-problem">
        {state.message}
      </span>
    )}
  </>
);

interface TimeProps {
  readonly clock: PlaybackClock;
  readonly lastMs: number;
  /** ms */
  readonly duration: number;
  readonly seek: (ms: number) => void;
}

/** The time at the playhead, the duration, and a slider, which is for narrow screens without a ruler. */
export const Time = ({ clock, lastMs, duration, seek }: TimeProps) => {
  const ms = useClock(clock);
  return (
    <label className="time">
      <output>{secondsText(ms, 2)}</output>
      <span>/ {secondsText(duration, 2)}</span>
      <input
        type="range"
        aria-label={t('Time')}
        min={0}
        max={lastMs}
        step={1}
        value={Math.min(ms, lastMs)}
        onChange={(event) => seek(Number(event.target.value))}
      />
    </label>
  );
};

/** The distance of the playhead from the edge of the timeline after it is scrolled into view, in px. */
const MARGIN = 40;

/** The line on the timeline at the time of the clock. When it moves out of view, the timeline follows. */
export const Playhead = ({ clock, pxPerMs }: { readonly clock: PlaybackClock; readonly pxPerMs: number }) => {
  const line = useRef<HTMLDivElement>(null);
  const left = useClock(clock) * pxPerMs;
  useEffect(() => {
    const tracks = line.current?.closest('.tracks');
    if (!tracks) return;
    const { scrollLeft, clientWidth } = tracks;
    if (left < scrollLeft || left > scrollLeft + clientWidth) tracks.scrollLeft = left - MARGIN;
  }, [left]);
  return <div className="playhead" ref={line} style={{ left }} />;
};
