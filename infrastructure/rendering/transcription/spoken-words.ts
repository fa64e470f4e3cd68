import type { Word } from '../../../domain/composition/fields/word.js';

/** A pause of this length begins a new sentence. */
const SENTENCE_PAUSE_MS = 700;

const UPPER_CASE = /\p{Lu}/u;
const FIRST_PERSON = /^i(?='|$)/;

const capitalised = (word: string): string => {
  const [first = '', ...rest] = word;
  return first.toLocaleUpperCase('en-US') + rest.join('');
};

/** Text with its case as in a sentence, where a recogniser gave no case at all. */
const sentenceCased = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  if (words.some(({ word }) => UPPER_CASE.test(word))) return words;
  return words.map((spoken, index) => {
    const before = words[index - 1];
    const beginsSentence = before === undefined || spoken.start - before.end >= SENTENCE_PAUSE_MS;
    const word = spoken.word.replace(FIRST_PERSON, 'I');
    return { ...spoken, word: beginsSentence ? capitalised(word) : word };
  });
};

/**
 * Words as captions show them: in order of time, in whole ms within the sound, none empty, none reaching into the
 * next, with a capital at the start of a sentence.
 * @param endMs the length of the sound
 */
export const captionWords = (words: ReadonlyArray<Word>, endMs: number): ReadonlyArray<Word> => {
  const within = (ms: number): number => Math.min(endMs, Math.max(0, Math.round(ms)));
  const inOrder = words
    .map(({ word, start, end }) => ({ word: word.trim(), start: within(start), end: within(end) }))
    .filter(({ word }) => word !== '')
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const apart = inOrder.map((spoken, index) => {
    const next = inOrder[index + 1]?.start ?? endMs;
    return { ...spoken, end: Math.max(spoken.start, Math.min(spoken.end, next)) };
  });
  return sentenceCased(apart);
};
