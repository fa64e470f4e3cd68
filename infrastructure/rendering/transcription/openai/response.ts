import * as t from 'io-ts';
import type { Word } from '../../../../domain/composition/fields/word.js';

/** Seconds: finite, not negative. */
const Seconds = t.refinement(t.number, (n) => Number.isFinite(n) && n >= 0, 'Seconds');

const TranscribedWord = t.type({ word: t.string, start: Seconds, end: Seconds });
type TranscribedWord = t.TypeOf<typeof TranscribedWord>;

const optional = <C extends t.Mixed>(codec: C) => t.union([codec, t.null, t.undefined]);

const Segment = t.intersection([
  t.type({ start: Seconds, end: Seconds, text: t.string }),
  t.partial({
    words: optional(t.array(TranscribedWord)),
    no_speech_prob: optional(t.number),
    avg_logprob: optional(t.number),
  }),
]);
type Segment = t.TypeOf<typeof Segment>;

/**
 * A response in the format `verbose_json`. Servers differ: OpenAI's gives `words`, faster-whisper's both lists,
 * whisper.cpp's puts the words into the segments, some give segments without words.
 */
export const TranscriptionResponse = t.intersection([
  t.type({ text: t.string }),
  t.partial({ words: optional(t.array(TranscribedWord)), segments: optional(t.array(Segment)) }),
]);
export type TranscriptionResponse = t.TypeOf<typeof TranscriptionResponse>;

/** Whisper's own bounds for a segment in which nobody speaks. */
const NO_SPEECH = 0.6;
const UNLIKELY_TEXT = -1;

const isSilence = ({ no_speech_prob, avg_logprob }: Segment): boolean =>
  (no_speech_prob ?? 0) > NO_SPEECH && (avg_logprob ?? 0) < UNLIKELY_TEXT;

const PUNCTUATION = /^[\p{P}\p{S}]+$/u;
/** `[MUSIC]`, `(applause)`, `♪`: what Whisper writes for sounds that are no words. */
const NO_WORD = /^(?:\[.*\]|\(.*\)|[♪♫*\s]*)$/u;

const isWord = ({ word }: TranscribedWord): boolean => !NO_WORD.test(word.trim());

/**
 * Whole words from a list that may hold parts of them: where some entries begin with a space, one that does not
 * goes on with the word before; punctuation always does.
 */
const wholeWords = (answered: ReadonlyArray<TranscribedWord>): ReadonlyArray<TranscribedWord> => {
  const parts = answered.filter(isWord);
  const spaced = parts.some(({ word }) => word.startsWith(' '));
  const words: TranscribedWord[] = [];
  for (const part of parts) {
    const before = words.at(-1);
    const goesOn = spaced ? !part.word.startsWith(' ') : PUNCTUATION.test(part.word);
    if (before !== undefined && goesOn)
      words[words.length - 1] = {
        word: before.word + part.word,
        start: before.start,
        end: Math.max(before.end, part.end),
      };
    else words.push(part);
  }
  return words;
};

/** The words of a segment without word times: each gets time by its length. */
const spread = ({ text, start, end }: Segment): ReadonlyArray<TranscribedWord> => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const perLetter = Math.max(0, end - start) / Math.max(1, letters);
  let at = start;
  return words.map((word) => {
    const from = at;
    at += word.length * perLetter;
    return { word, start: from, end: at };
  });
};

/**
 * The words of a response, in ms. Entries that stand for noise and segments that Whisper itself takes for silence
 * give none.
 * @returns undefined when there is text, but no times at all
 */
export const wordsOfResponse = ({
  text,
  words,
  segments,
}: TranscriptionResponse): ReadonlyArray<Word> | undefined => {
  const silent = (segments ?? []).filter(isSilence);
  const isHeard = ({ start, end }: TranscribedWord): boolean =>
    !silent.some((segment) => (start + end) / 2 >= segment.start && (start + end) / 2 < segment.end);
  const fromSegments = (): ReadonlyArray<TranscribedWord> =>
    (segments ?? []).flatMap((segment) =>
      segment.words && segment.words.length > 0 ? wholeWords(segment.words) : spread(segment),
    );
  const found = words && words.length > 0 ? wholeWords(words) : fromSegments();
  if (found.length === 0 && text.trim() !== '') return undefined;
  return found
    .filter((word) => isHeard(word) && isWord(word))
    .map(({ word, start, end }) => ({
      word: word.trim(),
      start: Math.round(start * 1000),
      end: Math.round(Math.max(start, end) * 1000),
    }));
};
