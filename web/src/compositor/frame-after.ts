import { type FrameRate, frameAt } from '../../../domain/composition/timeline.js';

/**
 * How long after its time a frame is still shown, ms: a picture that follows its sound by 90 ms is acceptable
 * (ITU-R BT.1359), so a hiccup leaves out nothing.
 */
const MOST_LATE = 90;

/**
 * The frame that follows the one that is shown; undefined until its time comes.
 * @param ms the time of the sound
 * @param speed negative if it plays backwards, where frames take long: all that are late are left out
 */
export const frameAfter = (
  shown: number,
  ms: number,
  { rate, frames }: { readonly rate: FrameRate; readonly frames: number },
  speed = 1,
): number | undefined => {
  const frameOf = (at: number): number => frameAt(at, rate, frames).from;
  if (speed < 0) return frameOf(ms) < shown ? frameOf(ms) : undefined;
  return shown < frameOf(ms) ? Math.max(shown + 1, frameOf(ms - MOST_LATE)) : undefined;
};
