import * as E from 'fp-ts/lib/Either.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import { readSubtitles } from '../../../../domain/composition/subtitles/read-subtitles.js';
import { spreadWords, type Word } from '../caption-words.js';
import { numberText } from '../../shared/texts.js';
import type { Places } from '../places.js';
import { t } from '../../words/words.js';
import { captionsOf } from './new-clips.js';

/** The separator of start and end times in SubRip and WebVTT. */
const ARROW = '-->';

export const isSubtitles = (text: string): boolean => text.includes(ARROW);

/** The words of a transcript, line by line, spread over `length` ms by their numbers of letters. */
const transcriptWords = (text: string, length: number): ReadonlyArray<Word> => {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const letters = lines.join('').length;
  let before = 0;
  const at = (): number => Math.round((length * before) / letters);
  return lines.flatMap((line, index) => {
    const start = at();
    before += line.length;
    return spreadWords(line, { start, end: at() }, lines.length > 1 ? { line: index } : {});
  });
};

/**
 * The words of a text for captions: SubRip or WebVTT with its own times, and any other text spread over `length` ms.
 * @returns the problem of the text, if it can't be used
 */
export const wordsOfText = (text: string, length: number): E.Either<string, ReadonlyArray<Word>> => {
  if (isSubtitles(text))
    return E.mapLeft((problems: ReadonlyArray<string>) =>
      t('These subtitles cannot be read: {problem}', { problem: problems[0] ?? '' }),
    )(readSubtitles(text));
  const words = transcriptWords(text, length);
  if (words.length > LIMITS.captionWords)
    return E.left(t('Captions have at most {count} words.', { count: numberText(LIMITS.captionWords) }));
  return words.length === 0 ? E.left(t('This text has no words.')) : E.right(words);
};

/**
 * Captions over the whole video with the words of a subtitle file.
 * @returns the problem of its text, if it can't be used
 */
export const captionsOfFile = (
  text: string,
  places: Places,
): E.Either<string, ReturnType<typeof captionsOf>> =>
  E.map((words: ReadonlyArray<Word>) => captionsOf(words, places))(wordsOfText(text, 0));
