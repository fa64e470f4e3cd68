import * as E from 'fp-ts/lib/Either.js';
import { retimingOf } from '../animation/retiming.js';
import { lengthToPlayAll } from '../animation/time-map.js';
import type { Clip, ClipOf } from '../clips/clip.js';
import { LIMITS } from '../limits.js';
import type { CompositionFacts, Unresolvable } from './facts.js';

/** When a clip plays, ms. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Intervals by clip id, and the end of the video or group. */
export interface Times {
  readonly intervals: ReadonlyMap<string, Interval>;
  readonly end: number;
}

/**
 * When the clips of a list play. `videoEnd` is the end of the video (or group) in ms, or `auto` for the latest end of its
 * clips, except those that last until the end of the video.
 */
export const timesOf = (
  clips: ReadonlyArray<Clip>,
  videoEnd: number | 'auto',
  facts: CompositionFacts,
): E.Either<Unresolvable, Times> => {
  const ordered = sortedByDependency(clips);
  if (E.isLeft(ordered)) return ordered;
  const untilEnd = idsUntilEnd(ordered.right);
  const intervals = new Map<string, Interval>();
  const addIntervals = (added: ReadonlyArray<Clip>, end: number): Unresolvable | undefined => {
    for (const clip of added) {
      const interval = intervalOf(clip, intervals, end, facts);
      if (E.isLeft(interval)) return interval.left;
      intervals.set(clip.id, interval.right);
    }
    return undefined;
  };

  const problem = addIntervals(
    ordered.right.filter(({ id }) => !untilEnd.has(id)),
    0,
  );
  if (problem) return E.left(problem);
  const latest = [...intervals.values()].reduce((maximum, { end }) => Math.max(maximum, end), 0);
  const end = videoEnd === 'auto' ? Math.min(LIMITS.durationMs, Math.max(1, latest)) : videoEnd;
  const problemAtEnd = addIntervals(
    ordered.right.filter(({ id }) => untilEnd.has(id)),
    end,
  );
  return problemAtEnd ? E.left(problemAtEnd) : E.right({ intervals, end });
};

/** The length of the chain of clips that each clip follows. Absent if the chain has no beginning. */
const depthsOf = (clips: ReadonlyArray<Clip>): ReadonlyMap<string, number> => {
  const byId = new Map(clips.map((clip) => [clip.id, clip]));
  const depths = new Map<string, number>();
  const seen = new Set<string>();
  for (const first of clips) {
    const chain: Clip[] = [];
    let at: Clip | undefined = first;
    while (at && !seen.has(at.id)) {
      seen.add(at.id);
      chain.push(at);
      at = byId.get(at.timeFrame.after ?? '');
    }
    for (const { id, timeFrame } of chain.toReversed()) {
      const before = timeFrame.after === undefined ? -1 : depths.get(timeFrame.after);
      if (before !== undefined) depths.set(id, before + 1);
    }
  }
  return depths;
};

/** Sorts clips so that each comes after the one that its `after` names. Takes linear time, however long the chains are. */
const sortedByDependency = (clips: ReadonlyArray<Clip>): E.Either<Unresolvable, ReadonlyArray<Clip>> => {
  const depths = depthsOf(clips);
  const unreachable = clips.find(({ id }) => !depths.has(id));
  if (unreachable) {
    const { after = '' } = unreachable.timeFrame;
    const problem = clips.some(({ id }) => id === after)
      ? 'timeFrame.after forms a cycle'
      : 'timeFrame.after does not name a clip of the list';
    return E.left({ clip: unreachable.id, problem });
  }
  return E.right(clips.toSorted((a, b) => (depths.get(a.id) ?? 0) - (depths.get(b.id) ?? 0)));
};

/** The ids of clips that last until the end of the video, or follow one that does. */
const idsUntilEnd = (ordered: ReadonlyArray<Clip>): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const { id, timeFrame } of ordered)
    if (timeFrame.end === 'video' || (timeFrame.after !== undefined && found.has(timeFrame.after)))
      found.add(id);
  return found;
};

const intervalOf = (
  clip: Clip,
  earlier: ReadonlyMap<string, Interval>,
  videoEnd: number,
  facts: CompositionFacts,
): E.Either<Unresolvable, Interval> => {
  const { after, gap = 0, end, duration = 0 } = clip.timeFrame;
  const before = after === undefined ? undefined : earlier.get(after);
  const start = before ? Math.max(0, before.end + gap) : clip.timeFrame.start;
  if (end === 'video') return E.right({ start, end: Math.max(start, videoEnd) });
  if (end === 'source')
    return E.map((length: number): Interval => ({ start, end: start + length }))(playingTime(clip, facts));
  return E.right({ start, end: end ?? start + duration });
};

/** How long the media of a clip plays from its `offset`, ms. A group plays all of its clips. */
const playingTime = (clip: Clip, facts: CompositionFacts): E.Either<Unresolvable, number> => {
  if (clip.type === 'group') return groupLength(clip, facts);
  const { offset = 0 } = clip.timeFrame;
  const length = facts.media.get(clip.id)?.durationMs;
  const fail = (problem: string) => E.left({ clip: clip.id, problem });
  if (length === undefined) return fail('timeFrame.end is "source", but the media has no duration');
  if (length <= offset) return fail('timeFrame.offset is after the end of the media');
  const { plays, ...retiming } = retimingOf(clip, length, Infinity);
  if (plays === 'endless') return fail('timeFrame.end is "source", but the media plays forever');
  return E.right(lengthToPlayAll({ ...retiming, plays }));
};

const groupLength = ({ clips }: ClipOf<'group'>, facts: CompositionFacts): E.Either<Unresolvable, number> =>
  E.map(({ end }: Times) => end)(timesOf(clips, 'auto', facts));
