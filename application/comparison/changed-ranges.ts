import canonicalize from 'canonicalize';
import * as E from 'fp-ts/lib/Either.js';
import type { Clip } from '../../domain/composition/clips/clip.js';
import type { Composition } from '../../domain/composition/composition.js';
import { timesOf } from '../../domain/composition/resolve/times.js';
import {
  type FrameRate,
  type FrameSpan,
  frameCount,
  frameRate,
  framesWithin,
  instantOf,
  isEmptySpan,
} from '../../domain/composition/timeline.js';
import { joinedSpans } from '../../domain/groups.js';
import { isTemplate } from '../../domain/template/merge.js';
import { letOthersRun } from '../let-others-run.js';
import { looksIn, soundOf, type ComparedClip } from './clip-look.js';

/** A range of the timeline, ms: `from` ≤ t < `to`. */
export interface ChangedRange {
  readonly from: number;
  /** Absent: until the end of both videos, which is unknown without reading their sources. */
  readonly to?: number;
  /** The time of a frame in the middle of the range. */
  readonly middle: number;
  /** Which of the two videos have a frame at `middle`. */
  readonly shows: { readonly before: boolean; readonly after: boolean };
}

/** The properties that all frames of a video have in common, as canonical JSON. */
const pictureOf = ({ metadata, clips }: Composition): string => {
  const { name: _, duration: __, loudness: ___, soundtrack: ____, output: _____, ...seen } = metadata;
  const { width, height } = metadata.canvas;
  // The first video or image determines the size of an automatic canvas.
  const models = width === 'auto' || height === 'auto' ? clips.flatMap(mediaOf) : [];
  return canonicalize({ ...seen, models }) ?? '';
};

const mediaOf = (clip: Clip): ReadonlyArray<unknown> => {
  if (clip.type === 'group') return clip.clips.flatMap(mediaOf);
  if (clip.type !== 'video' && clip.type !== 'image') return [];
  return [{ type: clip.type, source: clip.source ?? null, crop: clip.crop ?? null }];
};

/** The frames in which each clip is shown, and the number of its look. */
interface Timeline {
  readonly rate: FrameRate;
  readonly frames: number;
  readonly duration: number;
  readonly picture: string;
  /** From bottom to top. */
  readonly shown: ReadonlyArray<{ readonly span: FrameSpan; readonly look: number }>;
}

/** Gives equal texts the same number, because numbers are compared faster. */
const numbering = (): ((text: string) => number) => {
  const numbers = new Map<string, number>();
  return (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
};

/** Undefined if the times of clips are unknown because they depend on sources or variables. */
const timelineOf = (composition: Composition, numberOf: (look: string) => number): Timeline | undefined => {
  if (isTemplate(composition)) return undefined;
  const { metadata, clips } = composition;
  const times = timesOf(clips, metadata.duration, { media: new Map(), texts: new Map() });
  if (E.isLeft(times)) return undefined;
  const { intervals, end } = times.right;
  const rate = frameRate(metadata.fps);
  const frames = frameCount(end, rate);
  const siblings = clips.map((clip): ComparedClip => ({
    clip,
    interval: intervals.get(clip.id) ?? { start: 0, end: 0 },
  }));
  const lookOf = looksIn({ siblings, duration: end, sound: soundOf(composition), numberOf });
  const masks = new Set(clips.map(({ effects }) => effects?.mask?.clip));
  const shown = siblings
    .filter(({ clip }) => clip.type !== 'audio' && !masks.has(clip.id))
    .toSorted((a, b) => a.clip.position.z - b.clip.position.z)
    .map((timed) => ({
      span: framesWithin(timed.interval, rate, frames),
      look: numberOf(lookOf(timed)),
    }))
    .filter(({ span }) => !isEmptySpan(span));
  return { rate, frames, duration: end, picture: pictureOf(composition), shown };
};

type Shown = Timeline['shown'][number];

const isAt =
  (frame: number) =>
  ({ span: { from, to } }: Shown): boolean =>
    from <= frame && frame < to;

/** Whether two timelines look the same at a frame. Creates no list of the shown clips, because there are many frames. */
const looksSame = (before: Timeline, after: Timeline, frame: number): boolean => {
  if (frame >= before.frames || frame >= after.frames) return frame >= before.frames && frame >= after.frames;
  let [old, now] = [0, 0];
  const isShown = isAt(frame);
  const next = (shown: ReadonlyArray<Shown>, from: number): number => {
    let at = from;
    for (let clip = shown[at]; clip && !isShown(clip); clip = shown[at]) at += 1;
    return at;
  };
  for (;;) {
    old = next(before.shown, old);
    now = next(after.shown, now);
    if (before.shown[old]?.look !== after.shown[now]?.look) return false;
    if (old === before.shown.length) return now === after.shown.length;
    old += 1;
    now += 1;
  }
};

/** The frames in which two timelines of the same rate differ: spans in order, not adjacent. */
const changedSpans = (before: Timeline, after: Timeline): ReadonlyArray<FrameSpan> => {
  const sides = [before, after];
  const edges = sides.flatMap(({ shown, frames }) => [
    frames,
    ...shown.flatMap(({ span: { from, to } }) => [from, to]),
  ]);
  const cuts = [...new Set([0, ...edges])].toSorted((a, b) => a - b);
  return joinedSpans(
    cuts
      .slice(0, -1)
      .map((from, index) => ({ from, to: cuts[index + 1] ?? from }))
      .filter(({ from }) => !looksSame(before, after, from)),
  );
};

/** Whether anything visible differs, at any time. */
const mayDiffer = (before: Composition, after: Composition): boolean => {
  const seen = (composition: Composition): string =>
    canonicalize({
      picture: pictureOf(composition),
      duration: composition.metadata.duration,
      clips: composition.clips,
      variables: composition.variables ?? null,
    }) ?? '';
  return seen(before) !== seen(after);
};

/**
 * The ranges in which two versions of a video may look different, in order. Compares compositions without reading sources:
 * outside of these ranges, the versions look the same as long as the sources do not change; within them, they may look the
 * same too. Lets the process do other work between its steps, which take long if there are many clips.
 */
export const changedRanges = async (
  before: Composition,
  after: Composition,
): Promise<ReadonlyArray<ChangedRange>> => {
  const numberOf = numbering();
  const old = timelineOf(before, numberOf);
  await letOthersRun();
  const now = timelineOf(after, numberOf);
  await letOthersRun();
  const both = { before: true, after: true };
  if (!old || !now) return mayDiffer(before, after) ? [{ from: 0, middle: 0, shows: both }] : [];
  if (old.picture !== now.picture) {
    const to = Math.max(old.duration, now.duration);
    return [{ from: 0, to, middle: Math.min(old.duration, now.duration) / 2, shows: both }];
  }
  return changedSpans(old, now).map(({ from, to }) => {
    const middle = Math.floor((from + to) / 2);
    return {
      from: instantOf(from, old.rate),
      to: instantOf(to, old.rate),
      middle: instantOf(middle, old.rate),
      shows: { before: middle < old.frames, after: middle < now.frames },
    };
  });
};
