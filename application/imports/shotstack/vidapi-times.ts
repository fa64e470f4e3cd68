import type { JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { namedTransition } from '../reading/transitions.js';

// When clips of VidAPI are shown, and how they come and go.

const wayOf = (clip: Reader) => {
  const transition = clip.child('transition');
  const name = clip.has('transition') ? (transition.text('name') ?? 'fade_in') : undefined;
  const side = name && (/^fade[-_]?(in|out)$/i.exec(name)?.[1]?.toLowerCase() ?? 'next');
  return { transition, name, side, duration: transition.time('duration') ?? 1000 };
};

/** The transition of a clip. One to the next clip is that clip's way in. */
export const transitionOf = (clip: Reader): Readonly<Partial<Record<'in' | 'out' | 'next', JsonObject>>> => {
  const { transition, name, side, duration } = wayOf(clip);
  transition.ignore('placement');
  return side && name ? { [side]: namedTransition(transition, 'name', name, duration) } : {};
};

/** When a clip starts and ends, ms. */
const timesOf = (clip: Reader) => {
  const start = clip.time('start') ?? 0;
  return { start, end: start + (clip.time('length') ?? 0) };
};

/**
 * When the clips of a track are shown, ms. A transition to the next clip begins before the end of its own one; what is
 * behind it is shown earlier, on all tracks.
 */
export const shownIn = (tracks: ReadonlyArray<Reader>) => {
  const clips = tracks
    .flatMap((track) => track.children('clips'))
    .filter((clip) => wayOf(clip).side === 'next');
  const overlaps = clips.map((clip) => ({ cut: timesOf(clip).end, by: wayOf(clip).duration }));
  const moved = (at: number, isEnd: boolean) =>
    overlaps.reduce((time, { cut, by }) => (cut < at || (cut === at && !isEnd) ? time - by : time), at);
  return (clip: Reader) => {
    const { start, end } = timesOf(clip);
    return { start: moved(start, false), end: moved(end, true) };
  };
};

export type Shown = ReturnType<typeof shownIn>;
