import * as E from 'fp-ts/lib/Either.js';
import type { Word } from '../fields/word.js';
import { LIMITS } from '../limits.js';
import { formatOf, rawCues, type SubtitleFormat, type SubtitleProblem } from './blocks.js';
import { cueText, type CueText, type KaraokeTimestamp } from './cue-text.js';

/** Maximum size of a subtitle file, in bytes. */
export const MAX_SUBTITLES_BYTES = 2 * 1024 * 1024;

/** The text of a subtitle file in UTF-8, or in UTF-16 with a byte order mark; undefined if it is neither. */
export const subtitleText = (bytes: Uint8Array): string | undefined => {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

interface Line extends CueText {
  /** The number of the line in the file, from 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The words of a SubRip or WebVTT file, in order of time. The words of a cue have the same `line`, counted from 0, and
 * divide the time of the cue in proportion to their characters, between the karaoke timestamps if it has any. A cue ends
 * when the next starts; cues that start at the same time become one. Cues without text are omitted.
 */
export const readSubtitles = (
  text: string,
  format: SubtitleFormat = formatOf(text),
): E.Either<ReadonlyArray<SubtitleProblem>, ReadonlyArray<Word>> => {
  const cues = rawCues(text, format);
  if (E.isLeft(cues)) return cues;
  const lines = cues.right
    .map(({ text, ...cue }): Line => ({ ...cue, ...cueText(text, format) }))
    .filter(({ words }) => words.length > 0);
  const problems = problemsOf(lines);
  if (problems.length > 0) return E.left(problems);
  return E.right(withoutOverlaps(lines).flatMap(timedWords));
};

const problemsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<SubtitleProblem> => {
  if (lines.length === 0) return ['must have at least one cue with text'];
  if (lines.reduce((sum, { words }) => sum + words.length, 0) > LIMITS.captionWords)
    return [`must have at most ${LIMITS.captionWords} words`];
  return lines.flatMap(({ line, words }) =>
    words.some(({ length }) => length > LIMITS.urlLength)
      ? [`line ${line} must not be followed by a word of more than ${LIMITS.urlLength} characters`]
      : [],
  );
};

/** The lines in order of time, without overlap. */
const withoutOverlaps = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const sorted: Line[] = [];
  for (const line of lines.toSorted((a, b) => a.start - b.start)) {
    const last = sorted.at(-1);
    if (last?.start !== line.start) sorted.push(line);
    else
      sorted.splice(-1, 1, {
        ...last,
        end: Math.max(last.end, line.end),
        words: [...last.words, ...line.words],
        timestamps: last.timestamps,
      });
  }
  return sorted.map((line, index) => ({
    ...line,
    end: Math.min(line.end, sorted[index + 1]?.start ?? Infinity),
  }));
};

const timedWords = ({ start, end, words, timestamps }: Line, line: number): ReadonlyArray<Word> => {
  const length = words.reduce((sum, word) => sum + word.length, 0);
  const timeAt = timeWithin(ascendingTimestamps({ start, end }, length, timestamps));
  let before = 0;
  const starts = words.map((word) => {
    const at = timeAt(before);
    before += word.length;
    return at;
  });
  return words.map((word, index) => ({
    start: starts[index] ?? start,
    end: starts[index + 1] ?? end,
    word,
    line,
  }));
};

/** The start, the timestamps that ascend in text and time, and the end. */
const ascendingTimestamps = (
  { start, end }: Pick<Line, 'start' | 'end'>,
  length: number,
  timestamps: ReadonlyArray<KaraokeTimestamp>,
): ReadonlyArray<KaraokeTimestamp> => {
  const ascending: KaraokeTimestamp[] = [{ characters: 0, at: start }];
  for (const timestamp of timestamps)
    if (timestamp.at > (ascending.at(-1)?.at ?? start) && timestamp.at < end) ascending.push(timestamp);
  return [...ascending, { characters: length, at: end }];
};

/** The time at which a number of characters is spoken. Must be called with ascending numbers. */
const timeWithin = (timestamps: ReadonlyArray<KaraokeTimestamp>): ((characters: number) => number) => {
  let index = 0;
  return (characters) => {
    while (index + 1 < timestamps.length - 1 && (timestamps[index + 1]?.characters ?? 0) <= characters)
      index += 1;
    const from = timestamps[index];
    const to = timestamps[index + 1];
    if (!from || !to || to.characters <= from.characters) return from?.at ?? 0;
    const fraction = (characters - from.characters) / (to.characters - from.characters);
    return Math.round(from.at + fraction * (to.at - from.at));
  };
};
