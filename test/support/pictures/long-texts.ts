import { decode } from '../../../domain/codec/codec.js';
import { CaptionProperties } from '../../../domain/composition/fields/caption.js';
import { TextProperties } from '../../../domain/composition/fields/text.js';
import type { ResolvedCaption, ResolvedText } from '../../../domain/composition/resolve/resolved.js';
import { rightOf } from '../right-of.js';

/** Texts of about a given length, in UTF-16 code units, that were expensive for some layout. */
export const longTexts: Readonly<Record<string, (length: number) => string>> = {
  'one long word': (length) => 'x'.repeat(length),
  'many short words': (length) => 'to be or not '.repeat(length / 13),
  'left and right to left mixed': (length) => 'aא1, '.repeat(length / 5),
  'one word in two directions': (length) => 'aא'.repeat(length / 2),
  'combining marks on one letter': (length) => `x${'\u0301'.repeat(length - 1)}`,
  'combining marks on many letters': (length) => 'x\u0301\u0302\u0303'.repeat(length / 4),
  'emoji sequences': (length) => '👨‍👩‍👧‍👦'.repeat(length / 11),
  flags: (length) => '🇩🇪'.repeat(length / 4),
  'joined Arabic letters': (length) => 'ب'.repeat(length),
  'Chinese without spaces': (length) => '日本語'.repeat(length / 3),
  'Thai without spaces': (length) => 'ภาษาไทยเป็นภาษา'.repeat(length / 15),
  'Khmer without spaces': (length) => 'ភាសាខ្មែរជាភាសា'.repeat(length / 16),
  'Burmese without spaces': (length) => 'မြန်မာဘာသာစကား'.repeat(length / 14),
  'empty lines': (length) => '\n'.repeat(length),
  'spaces only': (length) => `a${' '.repeat(length - 2)}b`,
};

/** The default look of a text clip. */
export const textLook = rightOf(decode(TextProperties, { content: '' })) as ResolvedText;

/** The look of a caption clip with words in the same glyphs. */
export const captionLook = rightOf(
  decode(CaptionProperties, {
    words: [],
    highlightTextProperties: { fontFamily: 'Arial', color: '#FF0000' },
    nonHighlightTextProperties: { fontFamily: 'Arial' },
  }),
) as ResolvedCaption;
