/** Videos to play at other times than their own, and when each of their frames is to be seen. */
import { retimingOf } from '../../domain/composition/animation/retiming.js';
import { type TimeMap, timeMapOf } from '../../domain/composition/animation/time-map.js';
import { track } from '../support/pictures/keyframes.js';

export const SOURCE_RATE = 25;
/** Of the grey video, whose frames are 2 levels apart. */
export const SOURCE_FRAMES = 100;
/** The side of the square that a clip is shown in. */
export const SIDE = 32;

export const RAMP = {
  keyframes: [track('timeFrame.speed', [500, 0.5], [2000, 3, 'easeInOut'], [2600, 0.2, 'easeOutBounce'])],
};

/** The source frame that is shown at an instant of the media: the one that is on; backwards, the one just left. */
export const frameAt = (source: number, isReversed: boolean, count = SOURCE_FRAMES): number => {
  const at = source / (1000 / SOURCE_RATE);
  const frame = isReversed ? Math.ceil(at - 0.015) - 1 : Math.floor(at + 0.015);
  return Math.max(0, Math.min(count - 1, frame));
};

export const place = (column: number) => ({
  position: { x: column * SIDE, y: 0 },
  size: { width: SIDE, height: SIDE },
});

/** When the media of a clip is shown, from the clip as a render resolves it. */
export const mapOf = (
  clip: Parameters<typeof retimingOf>[0] & { timeFrame: { start: number; end: number } },
  media: number,
): TimeMap => timeMapOf(retimingOf(clip, media, clip.timeFrame.end - clip.timeFrame.start));
