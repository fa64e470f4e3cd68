import { t } from '../words/words.js';
import { secondsText } from '../shared/texts.js';

interface TimeSliderProps {
  readonly at: number;
  /** 0 until it is known: no time can be chosen then. */
  readonly duration: number;
  readonly seek: (ms: number) => void;
}

/** Chooses the time of the pictures. */
export const TimeSlider = ({ at, duration, seek }: TimeSliderProps) => (
  <label className="tools time-slider">
    {t('Time')}{' '}
    <input
      type="range"
      disabled={duration === 0}
      min={0}
      max={Math.max(0, duration - 1)}
      step={100}
      value={at}
      onChange={({ target }) => seek(Number(target.value))}
    />
    <output>{secondsText(at)}</output>
  </label>
);
