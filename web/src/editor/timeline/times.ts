import type { Clip } from '../../../../clients/typescript/core/types.js';
import { arePlain, tracksBeside } from '../animate/keyframes.js';
import { showsSpeech, wordsOf } from '../caption-words.js';
import { lengthText } from '../../shared/texts.js';

/** The shortest time that trimming leaves of a clip, ms. */
const SHORTEST = 40;

export interface ClipTimes {
  readonly start: number;
  readonly end: number;
}

/** The clip at other times; what it said about its times relative to others is replaced. */
export const withTimes = (clip: Clip, { start, end }: ClipTimes): Clip => {
  const { after: _, gap: __, duration: ___, ...timeFrame } = clip.timeFrame;
  return { ...clip, timeFrame: { ...timeFrame, start: Math.round(start), end: Math.round(end) } };
};

/** The speed of a clip that plays on from its offset, so that another start needs another offset; else undefined. */
const speedOf = ({ type, timeFrame: { reverse, loop, speed = 1 } }: Clip): number | undefined =>
  (type === 'video' || type === 'audio') && reverse !== true && (loop ?? false) === false && speed !== 'fit'
    ? speed
    : undefined;

/** The earliest time to which the start of a clip can be trimmed, ms: that at which its media begins. */
export const earliestStart = (clip: Clip, start: number): number => {
  const { offset = 0 } = clip.timeFrame;
  const speed = speedOf(clip);
  return speed === undefined ? 0 : Math.max(0, Math.ceil(start - offset / speed));
};

/** The clip with another start; its media goes on playing at the same times, and its words and keyframes stay at theirs. */
export const trimmedStart = (clip: Clip, times: ClipTimes, by: number): Clip => {
  const { keyframes } = clip;
  const moves = keyframes && arePlain(clip) ? { keyframes: tracksBeside(keyframes, by, 'after') } : {};
  const trimmed = withTimes({ ...clip, ...moves }, times);
  const { offset: before = 0 } = clip.timeFrame;
  const speed = speedOf(clip);
  const offset = Math.round(before + by * (speed ?? 1));
  const from = (ms: number): Clip => ({ ...trimmed, timeFrame: { ...trimmed.timeFrame, offset: ms } });
  // The words of a speech are shown when they are heard.
  if (clip.type === 'caption' && showsSpeech(clip)) return trimmed;
  if (clip.type === 'caption') {
    const earlier = Math.max(0, -offset); // before the first word, there is room for as long as anyone wants
    const words = wordsOf(clip).map(({ start, end, ...word }) => ({
      ...word,
      start: start + earlier,
      end: end + earlier,
    }));
    const captionProperties = { ...clip.captionProperties, words };
    return { ...from(offset + earlier), ...(earlier > 0 ? { captionProperties } : {}) };
  }
  return speed === undefined ? trimmed : from(Math.max(0, offset));
};

/** The nearest of the times to which something snaps, or the time itself. */
export const snapped = (ms: number, targets: ReadonlyArray<number>, within: number): number => {
  const nearest = targets.reduce((best, target) =>
    Math.abs(target - ms) < Math.abs(best - ms) ? target : best,
  );
  return Math.abs(nearest - ms) <= within ? nearest : ms;
};

/** What a gesture on the timeline does to a clip. */
export type Gesture = 'slide' | 'trim the start of' | 'trim the end of';

/**
 * The times of a clip after a gesture.
 * @param distance ms
 * @param earliest the earliest start after trimming, ms
 * @param snap gives the time at which an end comes to lie
 */
export const timesAfter = (
  gesture: Gesture,
  { start, end }: ClipTimes,
  distance: number,
  earliest = 0,
  snap: (ms: number) => number = (ms) => ms,
): ClipTimes => {
  switch (gesture) {
    case 'slide': {
      const from = Math.max(0, snap(start + distance));
      return { start: from, end: from + end - start };
    }
    case 'trim the start of':
      return { start: Math.min(end - SHORTEST, Math.max(earliest, snap(start + distance))), end };
    case 'trim the end of':
      return { start, end: Math.max(start + SHORTEST, snap(end + distance)) };
  }
};

/** Distances of the marks of the ruler, ms. */
const STEPS = [100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 600_000, 3_600_000];
/** How close together the marks may be, px. */
const LEAST_STEP = 64;

/** The marks of the ruler, from the beginning to a time. */
export const marksOf = (
  lastMs: number,
  pxPerMs: number,
): ReadonlyArray<{ readonly ms: number; readonly text: string }> => {
  const step = STEPS.find((one) => one * pxPerMs >= LEAST_STEP) ?? 3_600_000;
  return Array.from({ length: Math.floor(lastMs / step) + 1 }, (_, index) => ({
    ms: index * step,
    text: lengthText(index * step, step < 1000),
  }));
};
