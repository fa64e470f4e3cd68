import { Captions, Maximize, Volume2, VolumeX } from 'lucide-react';
import type { RefObject } from 'react';
import { useClock } from '../editor/playback/clock.js';
import { PlayButton } from '../editor/playback/transport.js';
import { Marks } from '../review/marks.js';
import type { Review } from '../review/use-review.js';
import { IconButton } from '../shared/buttons.js';
import { lengthText } from '../shared/texts.js';
import { useSize } from '../shared/use-size.js';
import { useWindowEvent } from '../shared/use-window-event.js';
import { t } from '../words/words.js';
import type { Player, Viewing } from './player.js';

/** How far an arrow key seeks, ms. */
const STEP = 5000;

export interface ControlsProps extends Pick<Viewing, 'chapters'> {
  readonly player: Player;
  readonly review: Review;
  /** The element to show full screen. */
  readonly screen: RefObject<HTMLElement | null>;
}

/** The length of the video with the playhead, its chapters and the times of comments. */
const Scrubber = ({ player: { clock, duration, seek }, review, chapters }: Omit<ControlsProps, 'screen'>) => {
  const ms = useClock(clock);
  const { element, size } = useSize<HTMLDivElement>({ width: 640, height: 0 });
  return (
    <div className="scrubber" ref={element}>
      {chapters.map(
        ({ time, name }, index) =>
          time > 0 &&
          time < duration && (
            <span
              key={index}
              title={name}
              style={{ left: `${(100 * time) / duration}%` }}
              aria-hidden="true"
            />
          ),
      )}
      <input
        type="range"
        aria-label={t('Time')}
        aria-valuetext={lengthText(ms)}
        min={0}
        max={Math.max(1, duration)}
        step={1}
        value={Math.min(ms, duration)}
        onChange={({ target }) => seek(target.valueAsNumber)}
      />
      {duration > 0 && <Marks {...{ review, seek }} pxPerMs={size.width / duration} />}
    </div>
  );
};

/** Keys that viewers know from other players, while nothing is typed and no dialog is open. */
const useKeys = ({ player, screen }: Pick<ControlsProps, 'player' | 'screen'>): void => {
  const { toggle, seek, clock, duration, sound, captions } = player;
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isIn = (selector: string): boolean =>
      target instanceof Element && target.closest(selector) !== null;
    if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return;
    if (isIn('input:not([type="range"]), textarea, select')) return;
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[key];
    if (step !== undefined) seek(Math.min(duration, Math.max(0, clock.now() + step)));
    else if (key === 'k' || (key === ' ' && !isIn('button, summary, a'))) toggle();
    else if (key === 'm') sound?.turn();
    else if (key === 'c') captions?.turn();
    else if (key === 'f') turnFullScreen(screen.current);
    else return;
    event.preventDefault();
  });
};

const turnFullScreen = (element: HTMLElement | null): void => {
  void (document.fullscreenElement ? document.exitFullscreen() : element?.requestFullscreen());
};

const Elapsed = ({ player: { clock, duration } }: Pick<ControlsProps, 'player'>) => (
  <span className="elapsed">
    {lengthText(useClock(clock))} / {lengthText(duration)}
  </span>
);

/** The controls below the picture. */
export const Controls = (props: ControlsProps) => {
  const { player, screen } = props;
  const { state, toggle, sound, captions } = player;
  useKeys(props);
  return (
    <div className="controls">
      <Scrubber {...props} />
      <PlayButton {...{ state, toggle }} />
      <Elapsed player={player} />
      {sound && (
        <IconButton
          icon={sound.isOn ? Volume2 : VolumeX}
          name={sound.isOn ? t('Mute') : t('Unmute')}
          keys="M"
          onClick={sound.turn}
        />
      )}
      {captions && (
        <IconButton
          icon={Captions}
          name={t('Captions')}
          keys="C"
          aria-pressed={captions.isOn}
          onClick={captions.turn}
        />
      )}
      <IconButton
        icon={Maximize}
        name={t('Full screen')}
        keys="F"
        onClick={() => turnFullScreen(screen.current)}
      />
    </div>
  );
};
