import type * as t from 'io-ts';
import { about, normalised } from '../../codec/codec.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { TextAlign } from './text.js';
import { TextStyleProperties } from './text-style.js';

/** How words of a caption move while they are spoken. */
export const CaptionAnimation = about(
  'How a caption moves with what is spoken; `none` when left out. `karaoke` fills each word while it is spoken and leaves it so; the spoken word grows for a moment (`pop`), hops (`bounce`) or is underlined as far as it is spoken (`underline`); its background moves there from the word before (`box`); words come in from below (`slide`) or appear (`wordByWord`) as they are spoken.',
  oneOf('none', 'karaoke', 'pop', 'bounce', 'slide', 'underline', 'box', 'wordByWord'),
);
export type CaptionAnimation = t.TypeOf<typeof CaptionAnimation>;

/** A spoken word; times in ms from the start of the clip plus its offset. */
export const Word = about(
  'A spoken word.',
  record(
    {
      start: about('When the word starts, ms from the start of the clip.', number({ minimum: 0 })),
      end: about(
        'When the word ends, ms from the start of the clip; at least `start`.',
        number({ minimum: 0 }),
      ),
      word: about('The word.', string({ maxLength: LIMITS.urlLength })),
    },
    {},
    [
      {
        field: 'end',
        among: ['start'],
        problem: ({ start, end }, path) => (end < start ? `must be at least ${path}.start` : undefined),
      },
    ],
  ),
  { title: 'Word' },
);
export type Word = t.TypeOf<typeof Word>;

const inOrderOfTime = (words: ReadonlyArray<Word>): ReadonlyArray<Word> =>
  words.toSorted((a, b) => a.start - b.start || a.end - b.end);

export const CaptionProperties = about(
  'The content and style of a caption clip.',
  record(
    {
      words: about(
        'The words; the service sorts them by time. An empty list is filled by transcription if a render requests it.',
        normalised(array(Word, LIMITS.captionWords), inOrderOfTime),
      ),
      highlightTextProperties: TextStyleProperties,
      nonHighlightTextProperties: TextStyleProperties,
      textAlign: withDefault(TextAlign, 'center'),
      maxWidth: withDefault(about('Maximum width of a line of words, pixels.', number({ minimum: 1 })), 500),
      maxWordsInFrame: withDefault(
        about('Maximum number of words shown at once.', number({ minimum: 1, integer: true })),
        5,
      ),
    },
    { animation: CaptionAnimation },
  ),
  { title: 'CaptionProperties' },
);
export type CaptionProperties = t.TypeOf<typeof CaptionProperties>;
