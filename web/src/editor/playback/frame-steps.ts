import { frameAt, frameCount, frameRate, instantOf } from '../../../../domain/composition/timeline.js';
import type { Places } from '../places.js';

type Timing = Pick<Places, 'fps' | 'duration'>;

/** The instant of the frame that is `count` frames after the one shown at `ms`, in ms, within the video. */
export const framesLater = (ms: number, count: number, { fps, duration }: Timing): number => {
  const rate = frameRate(fps);
  const frames = frameCount(duration, rate);
  const { from } = frameAt(ms, rate, frames);
  return instantOf(Math.min(frames - 1, Math.max(0, from + count)), rate);
};

/** The highest speed, at which hardly more than single pictures is seen. */
const FASTEST = 8;

/** The speed after one more press of L or, with -1, of J: twice as high, or 1 where the direction is another. */
export const speedAfter = (speed: number, direction: 1 | -1): number =>
  direction * (speed * direction > 0 ? Math.min(FASTEST, 2 * Math.abs(speed)) : 1);

/** The part of a keyboard event that is read. */
interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const POINTS: Readonly<Record<string, number>> = { ',': -1, '.': 1 };
/** By key codes, because with Shift the keys of comma and full stop type different characters on different keyboards. */
const SHIFTED: Readonly<Record<string, number>> = { Comma: -1, Period: 1 };
const ARROWS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const ENDS: Readonly<Record<string, number>> = { Home: -Infinity, End: Infinity };

/** What the focused element does with keys. */
interface Focus {
  /** Whether a clip is selected, which the arrow keys may move. */
  readonly isAnySelected: boolean;
  /** Whether the arrow keys, Home and End move or scroll the focused element. */
  readonly takesArrows: boolean;
}

/** The number of frames by which a key moves the playhead: 1, a second with Shift, or infinite. Undefined for others. */
export const framesOfKey = (
  { key, code, shiftKey, altKey }: Pressed,
  fps: number,
  { isAnySelected, takesArrows }: Focus,
): number | undefined => {
  if (altKey) return undefined;
  if (!takesArrows && ENDS[key] !== undefined) return ENDS[key];
  const direction =
    POINTS[key] ??
    (shiftKey ? SHIFTED[code] : undefined) ??
    (isAnySelected || takesArrows ? undefined : ARROWS[key]);
  return direction === undefined ? undefined : direction * (shiftKey ? Math.round(fps) : 1);
};
