import type { KeyframePoint } from '../format/keyframes.js';
import type { Freeze } from '../format/time-frame.js';
import { type Playback, playbackOf } from './playback.js';

/** How a clip plays its media other than from its offset on at its own speed; plain data, times in ms. */
export interface Retiming {
  /** Where in the media playback starts. */
  readonly offset: number;
  /** How long the media is. */
  readonly media: number;
  /** How long the clip is. */
  readonly length: number;
  /** The speed at times from the start of the clip: at least one point. */
  readonly speed: ReadonlyArray<KeyframePoint>;
  /** In the order of their times, not overlapping. */
  readonly freezes: ReadonlyArray<Freeze>;
  /** How often the media plays from its offset on. */
  readonly plays: number | 'endless';
  readonly isReversed: boolean;
}

/** A stretch of a clip, `from` ≤ t < `to` in ms from its start, in which its media plays without a jump or is held. */
export interface Run {
  readonly from: number;
  readonly to: number;
  /** In the media at `from`, ms. */
  readonly source: number;
  /** Whether the media is frozen. */
  readonly isHeld: boolean;
  /** Which time the media plays, from 0. */
  readonly round: number;
}

/** Where in its media a clip is at its own times; all in ms. */
export interface TimeMap {
  /** The instant of the media that is shown and heard at `t` ms from the start of the clip. */
  readonly sourceTimeAt: (t: number) => number;
  /** The same for a time in a run, its end included. */
  readonly sourceIn: (run: Run, t: number) => number;
  /** The time in a run at which the media is at `source`. */
  readonly timeIn: (run: Run, source: number) => number;
  /** All of the clip, in order. */
  readonly runs: ReadonlyArray<Run>;
  /** Where in the media each round starts, and where it ends: before its start if it is reversed. */
  readonly round: { readonly from: number; readonly to: number };
}

/** A round counts as over this near its end, ms: times are computed in binary floating point. */
const NEAR = 1e-6;

/** How much media a clip of this retiming would play in its length, and how much of it there is in a round, ms. */
const amountsOf = ({ offset, media, length }: Retiming, { playedBy }: Playback) => ({
  wanted: playedBy(length),
  round: Math.max(0, media - offset),
});

/** How often the media of a clip plays, the last time perhaps in part. */
export const roundsOf = (retiming: Retiming): number => {
  const { wanted, round } = amountsOf(retiming, playbackOf(retiming.speed, retiming.freezes));
  if (round <= 0) return 1;
  const rounds = Math.max(1, Math.ceil(wanted / round - NEAR));
  return retiming.plays === 'endless' ? rounds : Math.min(rounds, retiming.plays);
};

/** How many ms of media a clip plays, rounds included. */
export const playedMedia = (retiming: Retiming): number =>
  amountsOf(retiming, playbackOf(retiming.speed, retiming.freezes)).wanted;

/** How long a clip is that plays its media to the end, ms. */
export const lengthToPlayAll = ({
  offset,
  media,
  speed,
  freezes,
  plays,
}: Omit<Retiming, 'length' | 'plays'> & { readonly plays: number }): number =>
  playbackOf(speed, freezes).timeOf((media - offset) * plays);

/**
 * Where a clip is in its media. A reversed clip plays the stretch of the media that it would play forwards, from its
 * end to its start. After the last round the last instant that was played is held.
 */
export const timeMapOf = (retiming: Retiming): TimeMap => {
  const { offset, isReversed, length, freezes } = retiming;
  const plays = retiming.plays === 'endless' ? Infinity : retiming.plays;
  const playback = playbackOf(retiming.speed, freezes);
  const { wanted, round } = amountsOf(retiming, playback);
  const far = offset + Math.min(wanted, round);
  const all = round * plays;
  /** How much media is played before a round; a single round may be endless. */
  const before = (index: number): number => (index === 0 ? 0 : index * round);
  const roundAt = (played: number): number =>
    round > 0 ? Math.min(plays - 1, Math.floor((played + NEAR) / round)) : 0;
  const sourceOf = (played: number, index: number): number => {
    const within = Math.min(round, Math.max(0, played - before(index)));
    return isReversed ? far - within : offset + within;
  };
  const sourceTimeAt = (t: number): number => {
    const played = playback.playedBy(Math.max(0, t));
    return sourceOf(played, roundAt(played));
  };

  /** What is played between two freezes, cut where rounds end. */
  const playingRuns = (from: number, to: number): ReadonlyArray<Run> => {
    const runs: Run[] = [];
    for (let at = from; at < to;) {
      const played = playback.playedBy(at);
      const index = roundAt(played);
      const isHeld = round <= 0 || played + NEAR >= all;
      const end = isHeld ? to : Math.min(to, Math.max(at, playback.timeOf((index + 1) * round)));
      const next = end > at + NEAR ? end : to;
      runs.push({ from: at, to: next, source: sourceOf(played, index), isHeld, round: index });
      at = next;
    }
    return runs;
  };
  const runs: Run[] = [];
  let from = 0;
  for (const { at, duration } of freezes) {
    if (at >= length) break;
    runs.push(...playingRuns(from, at));
    const begin = Math.max(from, at);
    from = Math.max(begin, Math.min(length, at + duration));
    const played = playback.playedBy(at);
    runs.push({ from: begin, to: from, source: sourceTimeAt(at), isHeld: true, round: roundAt(played) });
  }
  runs.push(...playingRuns(from, length));
  return {
    sourceTimeAt,
    sourceIn: (run, t) => sourceOf(playback.playedBy(Math.min(t, run.to)), run.round),
    timeIn: ({ round: index }, source) =>
      playback.timeOf(before(index) + (isReversed ? far - source : source - offset)),
    runs,
    round: isReversed ? { from: far, to: offset } : { from: offset, to: offset + round },
  };
};

/** When the sound of a clip is over, ms from its start: at its end, or where its media is held for good. */
export const soundEnd = (retiming: Retiming): number =>
  timeMapOf(retiming).runs.findLast(({ isHeld }) => !isHeld)?.to ?? 0;
