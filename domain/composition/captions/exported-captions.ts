import * as E from 'fp-ts/lib/Either.js';
import { type GroupedWords, timedGroups } from './caption-groups.js';
import { clipsWithPaths } from '../clips/clip-paths.js';
import type { Clip } from '../clips/clip.js';
import type { Metadata } from '../composition.js';
import type { Word } from '../fields/word.js';
import { type Interval, timesOf } from '../resolve/times.js';

/** A line of captions, and when the video shows it: whole ms of the timeline, `start` < `end`. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text of a caption clip: its words and lines, with times in whole ms of the timeline. */
export interface SpokenCaptions {
  readonly words: ReadonlyArray<Word>;
  readonly cues: ReadonlyArray<Cue>;
}

/** Why a clip has no captions to export. */
export type NoCaptions =
  | { readonly _tag: 'CaptionClipDoesNotExist' }
  | { readonly _tag: 'CaptionsAreUnknown'; readonly problem: string };

/**
 * The words and lines of the caption clip `id`, as the video shows them: cut to the clip and to the groups around it.
 * `resolved` has the resolved times of clips by id, without which times that depend on the length of media are unknown.
 */
export const captionsOfClip = (
  { metadata, clips }: { readonly metadata: Pick<Metadata, 'duration'>; readonly clips: ReadonlyArray<Clip> },
  id: string,
  resolved: ReadonlyMap<string, Interval> = new Map(),
): E.Either<NoCaptions, SpokenCaptions> => {
  const path = pathTo(clips, id);
  const caption = path?.at(-1);
  if (!path || caption?.type !== 'caption') return E.left({ _tag: 'CaptionClipDoesNotExist' });
  const { words, maxWordsInFrame } = caption.captionProperties;
  if ('from' in words)
    return E.left({
      _tag: 'CaptionsAreUnknown',
      problem: 'the words are those of a speech: request a render with captions as an output',
    });
  if (words.length === 0)
    return E.left({
      _tag: 'CaptionsAreUnknown',
      problem:
        'the clip has no words: get the captions of a render that transcribed them, or read them from a file',
    });
  const { duration } = metadata;
  const end = typeof duration === 'number' ? duration : Infinity;
  return E.map((window: Window) => spokenWithin({ words, maxWordsInFrame }, window))(
    windowOf(path, clips, duration, { origin: 0, start: 0, end }, resolved),
  );
};

/** The lines of all caption clips, in order of time. Clips with unknown captions have none. */
export const cuesOf = (
  composition: Parameters<typeof captionsOfClip>[0],
  resolved?: ReadonlyMap<string, Interval>,
): ReadonlyArray<Cue> =>
  clipsWithPaths(composition.clips)
    .flatMap(({ clip }) => (clip.type === 'caption' ? [captionsOfClip(composition, clip.id, resolved)] : []))
    .flatMap((captions) => (E.isRight(captions) ? captions.right.cues : []))
    .toSorted((a, b) => a.start - b.start || a.end - b.end);

/** The groups around the clip `id`, outermost first, then the clip. */
const pathTo = (clips: ReadonlyArray<Clip>, id: string): ReadonlyArray<Clip> | undefined => {
  for (const clip of clips) {
    if (clip.id === id) return [clip];
    const within = clip.type === 'group' ? pathTo(clip.clips, id) : undefined;
    if (within) return [clip, ...within];
  }
  return undefined;
};

/** The interval of the timeline in which the content of a clip is seen. */
interface Window extends Interval {
  /** The time on the timeline at which the content has its time 0, ms. */
  readonly origin: number;
}

const windowOf = (
  [clip, ...inner]: ReadonlyArray<Clip>,
  siblings: ReadonlyArray<Clip>,
  siblingsEnd: number | 'auto',
  around: Window,
  resolved: ReadonlyMap<string, Interval>,
): E.Either<NoCaptions, Window> => {
  if (!clip) return E.right(around);
  const found = intervalOf(clip, siblings, siblingsEnd, resolved);
  if (E.isLeft(found)) return found;
  const { start, end } = found.right;
  const window = {
    origin: around.origin + start - (clip.timeFrame.offset ?? 0),
    start: Math.max(around.start, around.origin + start),
    end: Math.min(around.end, around.origin + end),
  };
  if (clip.type !== 'group') return E.right(window);
  return windowOf(inner, clip.clips, end - start, window, resolved);
};

const intervalOf = (
  clip: Clip,
  siblings: ReadonlyArray<Clip>,
  siblingsEnd: number | 'auto',
  resolved: ReadonlyMap<string, Interval>,
): E.Either<NoCaptions, Interval> => {
  const known = resolved.get(clip.id);
  if (known) return E.right(known);
  const earlier = withPredecessors(clip, siblings);
  const untilEnd = earlier.some(({ timeFrame }) => timeFrame.end === 'video');
  const times = timesOf(untilEnd && siblingsEnd === 'auto' ? siblings : earlier, siblingsEnd, {
    media: new Map(),
    texts: new Map(),
  });
  const interval = E.isRight(times) ? times.right.intervals.get(clip.id) : undefined;
  return interval
    ? E.right(interval)
    : E.left({
        _tag: 'CaptionsAreUnknown',
        problem: 'the times of the clip depend on media: get the captions of a completed render',
      });
};

/** A clip and those that it follows, directly or indirectly. Its times depend on no others. */
const withPredecessors = (clip: Clip, siblings: ReadonlyArray<Clip>): ReadonlyArray<Clip> => {
  const found = new Set([clip]);
  for (const { timeFrame } of found) {
    const before = siblings.find(({ id }) => id === timeFrame.after);
    if (before) found.add(before);
  }
  return [...found];
};

const spokenWithin = (caption: GroupedWords, { origin, start, end }: Window): SpokenCaptions => {
  /** A time of the content on the timeline, limited to the window. */
  const at = (ms: number): number => Math.round(Math.min(Math.max(origin + ms, start), end));
  const isSeen = (from: number, until: number): boolean => origin + until > start && origin + from < end;
  return {
    words: caption.words
      .filter((word) => isSeen(word.start, word.end))
      .map((word) => ({ ...word, start: at(word.start), end: at(word.end), word: onOneLine(word.word) }))
      .filter(({ word }) => word !== ''),
    cues: timedGroups(caption)
      .map(({ words, from, until }) => ({
        start: at(from),
        end: at(until),
        text: onOneLine(words.map(({ word }) => word).join(' ')),
      }))
      .filter((cue) => cue.end > cue.start && cue.text !== ''),
  };
};

/** Joins lines: white space and control characters in a word could end a line or a cue. */
const onOneLine = (word: string): string => word.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
