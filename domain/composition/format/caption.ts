import type * as t from 'io-ts';
import { about, normalised } from '../../codec/codec.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { number, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { TextAlign, TextStyleProperties } from './text.js';

/** A spoken word; times in ms from the start of the clip (plus its offset). */
export const Word = about(
  'A spoken word.',
  record(
    {
      start: about('Ms from the start of the clip.', number({ minimum: 0 })),
      end: about('Ms from the start of the clip; at least `start`.', number({ minimum: 0 })),
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

/** Words shown in groups; `maxWidth` in px. */
export const CaptionProperties = about(
  'What a caption clip says and how it looks.',
  record({
    words: about(
      'The words; the service sorts them by time. An empty list is filled by transcription where a render asks for it.',
      normalised(array(Word, LIMITS.captionWords), inOrderOfTime),
    ),
    highlightTextProperties: TextStyleProperties,
    nonHighlightTextProperties: TextStyleProperties,
    textAlign: withDefault(TextAlign, 'center'),
    maxWidth: withDefault(about('Pixels a line of words may take.', number({ minimum: 1 })), 500),
    maxWordsInFrame: withDefault(
      about('How many words are shown at a time at most.', number({ minimum: 1, integer: true })),
      5,
    ),
  }),
  { title: 'CaptionProperties' },
);
export type CaptionProperties = t.TypeOf<typeof CaptionProperties>;
