import { windowsOf } from '../../../domain/composition/animation/transitions.js';
import { type ClipPath, clipPath } from '../../../domain/composition/clips/clip-paths.js';
import { type Push, pushesAmong } from '../../../domain/composition/pushers.js';
import type { ResolvedClip, ResolvedClipOf } from '../../../domain/composition/resolve/resolved.js';
import {
  type FrameRate,
  type FrameSpan,
  framesWithin,
  instantOf,
  isEmptySpan,
  overlapOf,
} from '../../../domain/composition/timeline.js';

// Which frames of the video show a clip: the times of clips become frames here only.

/** A clip of the list of a composition or of a group, with its path in the document. */
export interface ListedClip {
  readonly clip: ResolvedClip;
  readonly at: ClipPath;
  /** When its list starts, in ms of the video: times of clips in a group count from the start of the group. */
  readonly origin: number;
}

export const listClips = (clips: ReadonlyArray<ResolvedClip>): ReadonlyArray<ListedClip> =>
  clips.map((clip, index) => ({ clip, at: clipPath(index), origin: 0 }));

export const clipsOfGroup = (
  group: ResolvedClipOf<'group'>,
  { at, origin }: Pick<ListedClip, 'at' | 'origin'>,
): ReadonlyArray<ListedClip> =>
  group.clips.map((clip, index) => ({
    clip,
    at: clipPath(index, at),
    origin: origin + group.timeFrame.start,
  }));

interface VideoFrames {
  readonly rate: FrameRate;
  readonly frames: number;
}

/** What tells when a clip plays. */
export type TimedClip = Pick<ListedClip, 'clip' | 'origin'>;

/** When a clip starts, in ms of the video. */
export const startOf = ({ clip, origin }: TimedClip): number => origin + clip.timeFrame.start;

/** How long a clip lasts, in ms. */
export const clipLength = ({ clip: { timeFrame } }: TimedClip): number => timeFrame.end - timeFrame.start;

/**
 * The frames on which a clip plays.
 * @param part only this part of it, in ms from its start
 */
export const framesOf = (
  listed: TimedClip,
  { rate, frames }: VideoFrames,
  { from, to }: { readonly from: number; readonly to: number } = { from: 0, to: clipLength(listed) },
): FrameSpan => {
  const start = startOf(listed);
  return framesWithin({ start: start + from, end: start + to }, rate, frames);
};

/** The frames of a part of the video, in ms; an end that is not stated is the video's. */
export const framesInRange = (
  range: { readonly from?: number | undefined; readonly to?: number | undefined } | undefined,
  { rate, frames }: VideoFrames,
): FrameSpan => framesWithin({ start: range?.from ?? 0, end: range?.to ?? Infinity }, rate, frames);

/** The frames of the transitions of a clip; empty where it has none. */
export const transitionFrames = (
  listed: TimedClip,
  video: VideoFrames,
): { readonly in: FrameSpan; readonly out: FrameSpan } => {
  const length = clipLength(listed);
  const windows = windowsOf(listed.clip.transition, length);
  return {
    in: framesOf(listed, video, { from: 0, to: windows.in }),
    out: framesOf(listed, video, { from: length - windows.out, to: length }),
  };
};

/** The parts of a span that no other one takes, in order. */
export const freeSpans = (span: FrameSpan, others: ReadonlyArray<FrameSpan>): ReadonlyArray<FrameSpan> => {
  const taken = others.map((one) => overlapOf(one, span)).filter((shared) => !isEmptySpan(shared));
  const free: FrameSpan[] = [];
  let { from } = span;
  for (const { from: begin, to } of taken.toSorted((a, b) => a.from - b.from)) {
    if (begin > from) free.push({ from, to: begin });
    from = Math.max(from, to);
  }
  return from < span.to ? [...free, { from, to: span.to }] : free;
};

/** The time in a clip's source that a frame shows, in ms. */
export const sourceInstant = (listed: TimedClip, frame: number, rate: FrameRate): number =>
  Math.max(0, instantOf(frame, rate) - startOf(listed)) + (listed.clip.timeFrame.offset ?? 0);

/** The pushes by other clips of the list that move this one. */
export const pushesOf = (
  listed: ListedClip,
  siblings: ReadonlyArray<ListedClip>,
): ReadonlyArray<Push<ListedClip>> => pushesAmong(listed, siblings, ({ clip }) => clip.timeFrame);

/** The frames on which a clip is pushed. */
export const pushedFrames = (
  listed: ListedClip,
  siblings: ReadonlyArray<ListedClip>,
  video: VideoFrames,
): ReadonlyArray<FrameSpan> =>
  pushesOf(listed, siblings).map(({ clip: pusher, side }) => transitionFrames(pusher, video)[side]);
