import { isRetimed, retimingOf } from '../../../domain/composition/animation/retiming.js';
import { type Retiming, timeMapOf } from '../../../domain/composition/animation/time-map.js';
import { type FrameRate, type FrameSpan, instantOf } from '../../../domain/composition/timeline.js';
import { clipLength, startOf, type TimedClip } from './clip-frames.js';

/** How a clip that starts at `start` ms of the video plays its media. */
export interface RetimedMedia {
  readonly retiming: Retiming;
  readonly start: number;
}

/** Tolerance for the time of a frame, in ms: times are computed in binary floating point. */
const NEAR = 1e-4;

/** How a clip plays media of `media` ms. */
export const retimedMedia = (listed: TimedClip, media: number): RetimedMedia => {
  return { retiming: retimingOf(listed.clip, media, clipLength(listed)), start: startOf(listed) };
};

/** {@link retimedMedia}, but undefined if the clip plays the media unchanged. */
export const retimedVideo = (listed: TimedClip, media: number): RetimedMedia | undefined => {
  const retimed = retimedMedia(listed, media);
  return isRetimed(retimed.retiming) ? retimed : undefined;
};

/** The times in the media that frames of the video show, in ms. */
export const instantsOf = (
  { retiming, start }: RetimedMedia,
  { from, to }: FrameSpan,
  rate: FrameRate,
): ReadonlyArray<number> => {
  const { sourceTimeAt } = timeMapOf(retiming);
  return Array.from({ length: to - from }, (_, index) =>
    sourceTimeAt(Math.max(0, instantOf(from + index, rate) - start) + NEAR),
  );
};

/** The time in retimed media that a frame shows, in ms. */
export const firstInstant = (media: RetimedMedia, frame: number, rate: FrameRate): number =>
  instantsOf(media, { from: frame, to: frame + 1 }, rate)[0] ?? 0;
