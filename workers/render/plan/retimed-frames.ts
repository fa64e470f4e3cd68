import { isRetimed, retimingOf } from '../../../domain/composition/animation/retiming.js';
import { type Retiming, timeMapOf } from '../../../domain/composition/animation/time-map.js';
import { type FrameRate, type FrameSpan, instantOf } from '../../../domain/composition/timeline.js';
import { lengthOf, startOf, type TimedClip } from './clip-frames.js';

/** How a clip that starts at `start` ms of the video plays its media. */
export interface RetimedMedia {
  readonly retiming: Retiming;
  readonly start: number;
}

/** Consecutive frames of the video that show media without a jump. */
export interface FrameRun {
  /** The times in the media that they show, in ms, ascending. */
  readonly instants: ReadonlyArray<number>;
  /** Whether the frames show them in reverse order. */
  readonly isReversed: boolean;
}

/** Tolerance for the time of a frame, in ms: times are computed in binary floating point. */
const NEAR = 1e-4;
/** Maximum number of frames of a run: the command that decodes it lists each of them. */
const LONGEST_RUN = 1000;
/** Maximum length of a reversed run, in ms of the media and of the video: all its frames are in memory. */
const LONGEST_REVERSED = 500;

/** How a clip plays media of `media` ms. */
export const retimedMedia = (listed: TimedClip, media: number): RetimedMedia => {
  return { retiming: retimingOf(listed.clip, media, lengthOf(listed)), start: startOf(listed) };
};

/** The same, but undefined if the clip plays the media unchanged. */
export const retimedVideo = (listed: TimedClip, media: number): RetimedMedia | undefined => {
  const retimed = retimedMedia(listed, media);
  return isRetimed(retimed.retiming) ? retimed : undefined;
};

/** The times in the media that frames of the video show, in ms, and the loop that each belongs to. */
const shownOn = ({ retiming, start }: RetimedMedia, { from, to }: FrameSpan, rate: FrameRate) => {
  const { sourceTimeAt, runs } = timeMapOf(retiming);
  let run = 0;
  return Array.from({ length: to - from }, (_, index) => {
    const t = Math.max(0, instantOf(from + index, rate) - start) + NEAR;
    while (run < runs.length - 1 && (runs[run]?.to ?? 0) <= t) run += 1;
    return { instant: sourceTimeAt(t), round: runs[run]?.round ?? 0 };
  });
};

/** The times in the media that frames of the video show, in ms. */
export const instantsOf = (media: RetimedMedia, frames: FrameSpan, rate: FrameRate): ReadonlyArray<number> =>
  shownOn(media, frames, rate).map(({ instant }) => instant);

/**
 * Divides frames of the video that show retimed media where the media jumps. `most` is the maximum length of a reversed
 * run.
 */
export const frameRuns = (
  media: RetimedMedia,
  frames: FrameSpan,
  rate: FrameRate,
  most: number,
): ReadonlyArray<FrameRun> => {
  const { isReversed } = media.retiming;
  const longest = isReversed
    ? Math.max(1, Math.min(most, Math.floor((LONGEST_REVERSED * rate.num) / (1000 * rate.den))))
    : LONGEST_RUN;
  const runs: { instants: number[]; round: number }[] = [];
  for (const { instant, round } of shownOn(media, frames, rate)) {
    const last = runs.at(-1);
    const first = last?.instants[0] ?? instant;
    const goesOn =
      last?.round === round &&
      last.instants.length < longest &&
      (!isReversed || first - instant <= LONGEST_REVERSED);
    if (goesOn) last.instants.push(instant);
    else runs.push({ instants: [instant], round });
  }
  return runs.map(({ instants }) => ({
    instants: isReversed ? instants.toReversed() : instants,
    isReversed,
  }));
};

/** The time in retimed media that a frame shows, in ms. */
export const firstInstant = (media: RetimedMedia, frame: number, rate: FrameRate): number =>
  instantsOf(media, { from: frame, to: frame + 1 }, rate)[0] ?? 0;
