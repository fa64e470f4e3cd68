import { joinedSpans } from '../../../domain/groups.js';
import type { Word } from '../../../domain/composition/fields/word.js';

// Finds when each word of a known text is spoken in its sound. Pauses in the sound are between words, mostly at
// punctuation; between two pauses, the durations of words are proportional to their characters. This needs no language
// model. Measured in test/workers/render/sound/spoken-times.test.ts.

/** The length of a frame, which has one level, in ms. */
const FRAME_MS = 10;
/** Frames this much quieter than the loudest are silent. */
const SILENT_SHARE = 10 ** (-35 / 20);
/** A shorter silence may be within a word, such as before a plosive, ms. */
const SHORTEST_PAUSE = 150;
/** How much longer than a letter a digit takes, in letters, because it is read out. */
const READ_OUT = 3;
/** The error added for a pause that is not at punctuation, as a fraction of the duration of all words. */
const UNMARKED = 0.25;

/** A stretch of sound without a pause, ms. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

const PUNCTUATED = /[\p{P}]['"”’)\]]*$/u;

const weightOf = (word: string): number =>
  1 + (word.match(/\p{L}/gu)?.length ?? 0) + (1 + READ_OUT) * (word.match(/\p{N}/gu)?.length ?? 0);

/** The words of a text: separated by white space, or by a dictionary in scripts without it. */
export const wordsOfText = (text: string): ReadonlyArray<string> =>
  text
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => /[\p{L}\p{N}\p{S}]/u.test(word))
    .flatMap((word) => (UNSPACED.test(word) ? segmented(word) : [word]));

const UNSPACED =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u;

const segmented = (text: string): ReadonlyArray<string> => {
  const words: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text))
    if (isWordLike === true || words.length === 0) words.push(segment);
    else words.push((words.pop() ?? '') + segment);
  return words;
};

const stretchesOf = (levels: ReadonlyArray<number>, most: number): ReadonlyArray<Stretch> => {
  const least = levels.reduce((loudest, level) => Math.max(loudest, level), 0) * SILENT_SHARE;
  const loud = levels.flatMap((level, frame) =>
    level > least ? [{ from: frame * FRAME_MS, to: (frame + 1) * FRAME_MS }] : [],
  );
  let stretches = joinedSpans(loud, SHORTEST_PAUSE - 1);
  // Every stretch has at least one word, so the shortest pauses are removed.
  while (stretches.length > Math.max(1, most)) {
    const pauses = stretches.slice(1).map(({ from }, index) => from - (stretches[index]?.to ?? 0));
    const shortest = pauses.indexOf(Math.min(...pauses));
    stretches = stretches.flatMap((stretch, index) =>
      index === shortest
        ? [{ from: stretch.from, to: stretches[index + 1]?.to ?? stretch.to }]
        : index === shortest + 1
          ? []
          : [stretch],
    );
  }
  return stretches;
};

/**
 * The number of words in each stretch for which durations are closest to those predicted from word lengths. Dynamic
 * programming: for each number of words, the least error of the stretches so far, and where the last one begins.
 */
const wordsInStretches = (
  words: ReadonlyArray<string>,
  stretches: ReadonlyArray<Stretch>,
): ReadonlyArray<number> => {
  const before = [0];
  for (const word of words) before.push((before.at(-1) ?? 0) + weightOf(word));
  const heard = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const msOf = heard / (before.at(-1) ?? 1);
  const last = words.length;
  const isUnmarked = [false, ...words.map((word, index) => index < last - 1 && !PUNCTUATED.test(word))];
  let least: ReadonlyArray<number> = [0, ...Array.from({ length: last }, () => Infinity)];
  const begins: Int32Array[] = [];
  for (const { from, to } of stretches) {
    const [next, begin] = [Array.from({ length: last + 1 }, () => Infinity), new Int32Array(last + 1)];
    const length = to - from;
    for (let first = 0; first < last; first += 1) {
      const error = least[first] ?? Infinity;
      if (error === Infinity) continue;
      for (let end = first + 1; end <= last; end += 1) {
        const expected = ((before[end] ?? 0) - (before[first] ?? 0)) * msOf;
        const total =
          error +
          (expected - length) ** 2 / Math.max(expected, length) +
          (isUnmarked[end] ? UNMARKED * heard : 0);
        if (total >= (next[end] ?? Infinity)) continue;
        next[end] = total;
        begin[end] = first;
      }
    }
    least = next;
    begins.push(begin);
  }
  const counts: number[] = [];
  let end = last;
  for (const begin of begins.toReversed()) {
    const first = begin[end] ?? 0;
    counts.unshift(end - first);
    end = first;
  }
  return counts;
};

/**
 * The words of a text, and when they are spoken, in ms from the start of its sound.
 * @param levels the level of each 10 ms of the sound, linear
 */
export const spokenTimes = (text: string, levels: ReadonlyArray<number>): ReadonlyArray<Word> => {
  const words = wordsOfText(text);
  const stretches = stretchesOf(levels, words.length);
  const counts = wordsInStretches(words, stretches);
  const timed: Word[] = [];
  for (const [index, { from, to }] of stretches.entries()) {
    const own = words.slice(timed.length, timed.length + (counts[index] ?? 0));
    const ms = (to - from) / own.reduce((sum, word) => sum + weightOf(word), 0);
    let at = from;
    for (const word of own) {
      const end = at + weightOf(word) * ms;
      timed.push({ word, start: Math.round(at), end: Math.round(end) });
      at = end;
    }
  }
  return timed;
};
