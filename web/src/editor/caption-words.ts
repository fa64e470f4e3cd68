import type { Clip } from '../../../clients/typescript/core/types.js';

export type CaptionClip = Extract<Clip, { readonly type: 'caption' }>;
type Words = CaptionClip['captionProperties']['words'];
export type Word = Exclude<Words, { readonly from: string } | undefined>[number];

/** A caption clip, as far as its words are concerned. */
interface Captions {
  readonly captionProperties: { readonly words?: Words };
}

/** The words that a caption lists; those of a speech are known only when it is heard. */
export const wordsOf = ({ captionProperties: { words = [] } }: Captions): Word[] =>
  'from' in words ? [] : words;

/** The words of a text, half a second each. */
export const evenWords = (text: string): ReadonlyArray<Word> =>
  text.split(' ').map((word, index) => ({ word, start: index * 500, end: (index + 1) * 500 }));

/** The clip with other words. */
export const withWords = <C extends Clip>(clip: C, words: ReadonlyArray<Word>): C =>
  clip.type === 'caption'
    ? { ...clip, captionProperties: { ...clip.captionProperties, words: [...words] } }
    : clip;

/** Whether a caption shows what a clip says. */
export const showsSpeech = ({ captionProperties: { words = [] } }: Captions): boolean => 'from' in words;
