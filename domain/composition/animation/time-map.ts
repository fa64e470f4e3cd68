import type { KeyframePoint } from '../fields/keyframes.js';
import type { Freeze } from '../fields/time-frame.js';
import { type Playback, playbackOf } from './playback.js';

/** The playback of a retimed clip: plain data, times in ms. */
export interface Retiming {
  /** The time in the media at which playback starts. */
  readonly offset: number;
  readonly media: number;
  /** The duration of the clip. */
  readonly length: number;
  /** The speed at times from the start of the clip: at least one point. */
  readonly speed: ReadonlyArray<KeyframePoint>;
  /** In order of time, not overlapping. */
  readonly freezes: ReadonlyArray<Freeze>;
  /** The number of times the media plays from its offset. */
  readonly plays: number | 'endless';
  readonly isReversed: boolean;
}

/** A part of a clip, `from` ≤ t < `to` in ms from its start, in which the media plays without a jump or is frozen. */
export interface PlayedRun {
  readonly from: number;
  readonly to: number;
  /** The time in the media at `from`, ms. */
  readonly source: number;
  /** Whether the media is frozen. */
  readonly isFrozen: boolean;
  /** The number of the round (repetition of the media), from 0. */
  readonly round: number;
}

/** Maps times of a clip to times of its media; all in ms. */
export interface TimeMap {
  /** The time in the media at `t` ms from the start of the clip. */
  readonly sourceTimeAt: (t: number) => number;
  /** The same for a time in `run`, including its end, where the next run may jump to another time of the media. */
  readonly sourceIn: (run: PlayedRun, t: number) => number;
  /** The time in a run at which the media reaches `source`. */
  readonly timeIn: (run: PlayedRun, source: number) => number;
  /** The runs of the whole clip, in order. */
  readonly runs: ReadonlyArray<PlayedRun>;
  /** The start and end of each round in the media; the end is before the start if it is reversed. */
  readonly round: { readonly from: number; readonly to: number };
}

/** A round counts as finished this close to its end, ms, because binary floating point rounds times. */
const NEAR = 1e-6;

/** How much media a clip wants to play in its duration, in all rounds, and how much one round has, ms. */
const amountsOf = ({ offset, media, length }: Retiming, { playedBy }: Playback) => ({
  wanted: playedBy(length),
  round: Math.max(0, media - offset),
});

/** The number of times the media of a clip plays; the last may be partial. */
export const roundsOf = (retiming: Retiming): number => {
  const { wanted, round } = amountsOf(retiming, playbackOf(retiming.speed, retiming.freezes));
  if (round <= 0) return 1;
  const rounds = Math.max(1, Math.ceil(wanted / round - NEAR));
  return retiming.plays === 'endless' ? rounds : Math.min(rounds, retiming.plays);
};

/** The media that a clip plays in all rounds, ms. */
export const playedMedia = (retiming: Retiming): number =>
  amountsOf(retiming, playbackOf(retiming.speed, retiming.freezes)).wanted;

/** The duration of a clip that plays its media to the end, ms. */
export const lengthToPlayAll = ({
  offset,
  media,
  speed,
  freezes,
  plays,
}: Omit<Retiming, 'length' | 'plays'> & { readonly plays: number }): number =>
  playbackOf(speed, freezes).timeOf((media - offset) * plays);

/**
 * The time map of a clip. A reversed clip plays the part of the media that it would play forwards, from its end to its
 * start. After the last round, the media stays frozen at its last time.
 */
export const timeMapOf = (retiming: Retiming): TimeMap => {
  const { offset, isReversed, length, freezes } = retiming;
  const plays = retiming.plays === 'endless' ? Infinity : retiming.plays;
  const playback = playbackOf(retiming.speed, freezes);
  const { wanted, round } = amountsOf(retiming, playback);
  const forwardEnd = offset + Math.min(wanted, round);
  const available = round * plays;
  /** How much media is played before a round; a single round may be infinite. */
  const before = (index: number): number => (index === 0 ? 0 : index * round);
  const roundAt = (played: number): number =>
    round > 0 ? Math.min(plays - 1, Math.floor((played + NEAR) / round)) : 0;
  const sourceOf = (played: number, index: number): number => {
    const within = Math.min(round, Math.max(0, played - before(index)));
    return isReversed ? forwardEnd - within : offset + within;
  };
  const sourceTimeAt = (t: number): number => {
    const played = playback.playedBy(Math.max(0, t));
    return sourceOf(played, roundAt(played));
  };

  /** The playback between two freezes, split at the ends of rounds. */
  const playingRuns = (from: number, to: number): ReadonlyArray<PlayedRun> => {
    const runs: PlayedRun[] = [];
    for (let at = from; at < to;) {
      const played = playback.playedBy(at);
      const index = roundAt(played);
      const isFrozen = round <= 0 || played + NEAR >= available;
      const end = isFrozen ? to : Math.min(to, Math.max(at, playback.timeOf((index + 1) * round)));
      const next = end > at + NEAR ? end : to;
      runs.push({ from: at, to: next, source: sourceOf(played, index), isFrozen, round: index });
      at = next;
    }
    return runs;
  };
  const runs: PlayedRun[] = [];
  let from = 0;
  for (const { at, duration } of freezes) {
    if (at >= length) break;
    runs.push(...playingRuns(from, at));
    const begin = Math.max(from, at);
    from = Math.max(begin, Math.min(length, at + duration));
    const played = playback.playedBy(at);
    runs.push({ from: begin, to: from, source: sourceTimeAt(at), isFrozen: true, round: roundAt(played) });
  }
  runs.push(...playingRuns(from, length));
  return {
    sourceTimeAt,
    sourceIn: (run, t) => sourceOf(playback.playedBy(Math.min(t, run.to)), run.round),
    timeIn: ({ round: index }, source) =>
      playback.timeOf(before(index) + (isReversed ? forwardEnd - source : source - offset)),
    runs,
    round: isReversed ? { from: forwardEnd, to: offset } : { from: offset, to: offset + round },
  };
};

/**
 * The end of a clip's audio, ms from its start: the end of the clip, or earlier the time from which the media stays frozen
 * or at which its sound ends for the last time.
 * @param sound the time in the media at which its sound ends, ms
 */
export const soundEnd = (retiming: Retiming, sound: number = retiming.media): number => {
  const { runs, sourceIn, timeIn } = timeMapOf(retiming);
  const { isReversed } = retiming;
  const sounds = (run: PlayedRun): boolean =>
    !run.isFrozen && (isReversed ? sourceIn(run, run.to) : run.source) < sound;
  const last = runs.findLast(sounds);
  if (!last) return 0;
  return isReversed ? last.to : Math.min(last.to, timeIn(last, sound));
};
