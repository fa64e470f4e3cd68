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

// Which frames of the video show a clip. Only this file converts times of clips to frames.

/** A clip in the list of a composition or of a group, with its path in the document. */
export interface ListedClip {
  readonly clip: ResolvedClip;
  readonly at: ClipPath;
  /** The start of its list, in ms of the video: times of clips in a group are relative to the start of the group. */
  readonly origin: number;
}

export const listedClips = (clips: ReadonlyArray<ResolvedClip>): ReadonlyArray<ListedClip> =>
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

/** The parts of a listed clip that determine when it plays. */
export type TimedClip = Pick<ListedClip, 'clip' | 'origin'>;

/** When a clip starts, in ms of the video. */
export const startOf = ({ clip, origin }: TimedClip): number => origin + clip.timeFrame.start;

/** The duration of a clip, in ms. */
export const clipLength = ({ clip: { timeFrame } }: TimedClip): number => timeFrame.end - timeFrame.start;

/**
 * The frames on which a clip plays.
 * @param part a part of the clip, in ms from its start; by default all of it
 */
export const framesOf = (
  listed: TimedClip,
  { rate, frames }: VideoFrames,
  { from, to }: { readonly from: number; readonly to: number } = { from: 0, to: clipLength(listed) },
): FrameSpan => {
  const start = startOf(listed);
  return framesWithin({ start: start + from, end: start + to }, rate, frames);
};

/** The frames of a range of the video, in ms; by default from its start, or to its end. */
export const framesInRange = (
  range: { readonly from?: number | undefined; readonly to?: number | undefined } | undefined,
  { rate, frames }: VideoFrames,
): FrameSpan => framesWithin({ start: range?.from ?? 0, end: range?.to ?? Infinity }, rate, frames);

/** The frames of the transitions of a clip; empty spans if it has none. */
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

/** The parts of a span that no other span overlaps, in order. */
export const freeSpans = (span: FrameSpan, others: ReadonlyArray<FrameSpan>): ReadonlyArray<FrameSpan> => {
  const overlaps = others.map((one) => overlapOf(one, span)).filter((overlap) => !isEmptySpan(overlap));
  const free: FrameSpan[] = [];
  let { from } = span;
  for (const { from: begin, to } of overlaps.toSorted((a, b) => a.from - b.from)) {
    if (begin > from) free.push({ from, to: begin });
    from = Math.max(from, to);
  }
  return from < span.to ? [...free, { from, to: span.to }] : free;
};

/** The time of a clip's source that a frame shows, in ms. */
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
