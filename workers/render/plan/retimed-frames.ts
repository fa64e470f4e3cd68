import { isRetimed, retimingOf } from '../../../domain/composition/animation/retiming.js';
import { type Retiming, timeMapOf } from '../../../domain/composition/animation/time-map.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import { type FrameRate, type FrameSpan, instantOf } from '../../../domain/composition/timeline.js';

/** How a clip that starts at `start` ms of the video plays its media. */
export interface RetimedMedia {
  readonly retiming: Retiming;
  readonly start: number;
}

/** Frames of the video that follow each other and show media without a jump. */
export interface FrameRun {
  /** The instants of the media that they show, ms, in rising order. */
  readonly instants: ReadonlyArray<number>;
  /** Whether the frames show them from the last to the first. */
  readonly isReversed: boolean;
}

/** How near its instant a frame's time must be to count as it, ms: times are computed in binary floating point. */
const NEAR = 1e-4;
/** How many frames a run has at most: each is known to the command that decodes it. */
const LONGEST_RUN = 1000;
/** How many ms of media, and how many of the video, a reversed run shows at most: its frames are in memory at once. */
const LONGEST_REVERSED = 500;

/** How a clip plays media of `media` ms; `origin` is the start of the group it is in, ms. */
export const retimedMedia = (clip: ResolvedClip, media: number, origin: number): RetimedMedia => {
  const { start, end } = clip.timeFrame;
  return { retiming: retimingOf(clip, media, end - start), start: start + origin };
};

/** The same where the clip plays the media other than as it is. */
export const retimedVideo = (clip: ResolvedClip, media: number, origin: number): RetimedMedia | undefined => {
  const retimed = retimedMedia(clip, media, origin);
  return isRetimed(retimed.retiming) ? retimed : undefined;
};

/** The instants of the media that frames of the video show, ms, and which time the media plays. */
const shownOn = ({ retiming, start }: RetimedMedia, { from, to }: FrameSpan, rate: FrameRate) => {
  const { sourceTimeAt, runs } = timeMapOf(retiming);
  let run = 0;
  return Array.from({ length: to - from }, (_, index) => {
    const t = Math.max(0, instantOf(from + index, rate) - start) + NEAR;
    while (run < runs.length - 1 && (runs[run]?.to ?? 0) <= t) run += 1;
    return { instant: sourceTimeAt(t), round: runs[run]?.round ?? 0 };
  });
};

/** The instants of the media that frames of the video show, ms. */
export const instantsOf = (media: RetimedMedia, frames: FrameSpan, rate: FrameRate): ReadonlyArray<number> =>
  shownOn(media, frames, rate).map(({ instant }) => instant);

/** Frames of the video that show retimed media, divided where it jumps; `most`: how many a reversed run may have. */
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

/** The instant of retimed media that a frame shows, in ms. */
export const firstInstant = (media: RetimedMedia, frame: number, rate: FrameRate): number =>
  instantsOf(media, { from: frame, to: frame + 1 }, rate)[0] ?? 0;
