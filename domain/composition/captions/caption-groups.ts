import { runsOf } from '../../groups.js';
import type { SpokenTime } from '../animation/caption-looks.js';
import type { CaptionProperties } from '../fields/caption.js';
import type { Word } from '../fields/word.js';
import { type FrameRate, type FrameSpan, framesWithin, isEmptySpan } from '../timeline.js';

/** The words of a caption, and the maximum number shown together. */
export interface GroupedWords extends Pick<CaptionProperties, 'maxWordsInFrame'> {
  readonly words: ReadonlyArray<Word>;
}

/** Whether a caption animates its words while they are spoken. */
export const isAnimatedCaption = ({ animation = 'none' }: Pick<CaptionProperties, 'animation'>): boolean =>
  animation !== 'none';

/** A group of words on screen, and the word that is being spoken, if any. */
export interface CaptionState {
  readonly words: ReadonlyArray<string>;
  readonly highlighted?: number | undefined;
}

/** A caption state, and the frames of the timeline that show it. */
export interface ShownState {
  readonly state: CaptionState;
  readonly span: FrameSpan;
}

/**
 * The states of a caption clip on the frames of `visible`. Word times count from the clip's start plus its offset. A
 * group of at most `maxWordsInFrame` words stays until the next group begins; the last group stays until its last word
 * ends. A word is highlighted from its start to its end, or to the start of the next word if that is earlier. The
 * states of a group share one list of words.
 */
export const captionStates = (
  { words, maxWordsInFrame }: GroupedWords,
  timeFrame: { readonly start: number; readonly offset?: number | undefined },
  rate: FrameRate,
  visible: FrameSpan,
): ReadonlyArray<ShownState> => {
  const origin = timeFrame.start - (timeFrame.offset ?? 0);
  return timedGroups({ words, maxWordsInFrame }).flatMap(({ words: group, until }) => {
    const wordsOfGroup = group.map(({ word }) => word.trim());
    return statesOfGroup(group, until).flatMap(({ from, to, highlighted }) => {
      const shown = framesWithin({ start: origin + from, end: origin + to }, rate, visible.to);
      const span = { from: Math.max(visible.from, shown.from), to: shown.to };
      const state = { words: wordsOfGroup, highlighted };
      return isEmptySpan(span) ? [] : [{ state, span }];
    });
  });
};

/**
 * Words that a caption shows together, the times at which they are spoken (ms from the start of the clip), and the
 * frames that show them.
 */
export interface ShownGroup {
  readonly words: ReadonlyArray<string>;
  readonly times: ReadonlyArray<SpokenTime>;
  readonly span: FrameSpan;
}

/** The groups of words that a caption clip shows on the frames of `visible`: see {@link captionStates}. */
export const captionGroups = (
  { words, maxWordsInFrame }: GroupedWords,
  { start, offset = 0 }: { readonly start: number; readonly offset?: number | undefined },
  rate: FrameRate,
  visible: FrameSpan,
): ReadonlyArray<ShownGroup> => {
  const groups = timedGroups({ words, maxWordsInFrame });
  return groups.flatMap(({ words: group, from, until }): ReadonlyArray<ShownGroup> => {
    const origin = start - offset;
    const shown = framesWithin({ start: origin + from, end: origin + until }, rate, visible.to);
    const span = { from: Math.max(visible.from, shown.from), to: shown.to };
    if (isEmptySpan(span)) return [];
    const times = group.map(({ start, end }, word) => {
      const to = Math.min(end, group[word + 1]?.start ?? until, until);
      return { from: start - offset, to: Math.max(start, to) - offset };
    });
    return [{ words: group.map(({ word }) => word.trim()), times, span }];
  });
};

const groupsOfWords = ({ words, maxWordsInFrame }: GroupedWords): ReadonlyArray<ReadonlyArray<Word>> =>
  runsOf(
    words.filter(({ word }) => word.trim() !== ''),
    (last, next) => last.line === next.line,
  ).flatMap((line) => chunksOf(line, maxWordsInFrame));

/** Words that a caption shows together. Times count as in words: ms from the start of the clip plus its offset. */
export interface TimedGroup {
  readonly words: ReadonlyArray<Word>;
  readonly from: number;
  readonly until: number;
}

/**
 * The groups of words of a caption. Each stays until the next begins; the last one, and the last one of a line, until
 * its last word ends.
 */
export const timedGroups = (caption: GroupedWords): ReadonlyArray<TimedGroup> => {
  const groups = groupsOfWords(caption);
  return groups.map((words, index) => {
    const next = groups[index + 1]?.[0];
    const spokenUntil = words.reduce((latest, { end }) => Math.max(latest, end), 0);
    const line = words[0]?.line;
    const until =
      next && line !== undefined && next.line !== line ? Math.min(next.start, spokenUntil) : next?.start;
    return { words, from: words[0]?.start ?? 0, until: until ?? spokenUntil };
  });
};

/** The groups of words that a caption shows, as text. */
export const shownWords = (caption: GroupedWords): ReadonlyArray<ReadonlyArray<string>> =>
  groupsOfWords(caption).map((group) => group.map(({ word }) => word.trim()));

interface TimedHighlight {
  readonly from: number;
  readonly to: number;
  readonly highlighted: number | undefined;
}

const statesOfGroup = (group: ReadonlyArray<Word>, until: number): ReadonlyArray<TimedHighlight> =>
  group.flatMap(({ start, end }, index) => {
    const next = Math.min(group[index + 1]?.start ?? until, until);
    const spokenUntil = Math.min(end, next);
    return [
      { from: start, to: spokenUntil, highlighted: index },
      { from: Math.max(start, spokenUntil), to: next, highlighted: undefined },
    ].filter(({ from, to }) => to > from);
  });

const chunksOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
