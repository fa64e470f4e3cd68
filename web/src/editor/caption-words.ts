import type { Clip } from '../../../clients/typescript/core/types.js';

export type CaptionClip = Extract<Clip, { readonly type: 'caption' }>;
type Words = CaptionClip['captionProperties']['words'];
export type Word = Exclude<Words, { readonly from: string } | undefined>[number];

/** The part of a caption clip that holds its words. */
interface Captions {
  readonly captionProperties: { readonly words?: Words };
}

/** More words than any line has: a caption then shows each `line` of its words as a whole. */
export const WHOLE_LINE = 1000;

/** The words that a caption lists; none if they come from a speech, which is known only after it is spoken. */
export const wordsOf = ({ captionProperties: { words = [] } }: Captions): Word[] =>
  'from' in words ? [] : words;

/** The words of a text, half a second each. */
export const evenWords = (text: string): ReadonlyArray<Word> =>
  text.split(' ').map((word, index) => ({ word, start: index * 500, end: (index + 1) * 500 }));

/** The words of a text, spread over a time in ms of the clip by their numbers of letters. */
export const spreadWords = (
  text: string,
  { start, end }: Pick<Word, 'start' | 'end'>,
  facts: Partial<Word> = {},
): ReadonlyArray<Word> => {
  const said = text.split(/\s+/).filter((word) => word !== '');
  const letters = said.join('').length;
  let before = 0;
  const at = (count: number): number => Math.round(start + ((end - start) * count) / letters);
  return said.map((word) => {
    const from = before;
    before += word.length;
    return { ...facts, word, start: at(from), end: at(before) };
  });
};

/** The clip with other words, which also replace a subtitle file. */
export const withWords = <C extends Clip>(
  clip: C,
  words: ReadonlyArray<Word>,
  more: { readonly maxWordsInFrame?: number } = {},
): C => {
  if (clip.type !== 'caption') return clip;
  const { subtitles: _, ...captionProperties } = clip.captionProperties;
  return { ...clip, captionProperties: { ...captionProperties, ...more, words: [...words] } };
};

/** The clip with these lines, whatever their lengths: a later change of one of them leaves the others as they are. */
export const withLines = <C extends Clip>(clip: C, lines: ReadonlyArray<ReadonlyArray<Word>>): C =>
  withWords(
    clip,
    lines.flatMap((words, line) => words.map((word) => ({ ...word, line }))),
    { maxWordsInFrame: WHOLE_LINE },
  );

/** Whether a caption shows the words of a speech. */
export const showsSpeech = ({ captionProperties: { words = [] } }: Captions): boolean => 'from' in words;
