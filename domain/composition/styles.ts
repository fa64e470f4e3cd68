import type * as t from 'io-ts';
import { about, normalised } from '../codec/codec.js';
import { array, record, withDefault } from '../codec/containers.js';
import { boolean, number, oneOf, string } from '../codec/scalars.js';
import { LIMITS } from './limits.js';

const HEX_COLOR = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/;
const HEX_COLOR_OR_TRANSPARENT = /^(?:transparent|#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}))$/;

export const Color = about(
  'A colour: `#RGB`, `#RRGGBB` or `#RRGGBBAA`.',
  string({ pattern: HEX_COLOR, patternMeaning: 'a colour like #RGB, #RRGGBB or #RRGGBBAA' }),
);
export const BackgroundColor = about(
  'A colour behind the text, filling the box: `transparent`, `#RGB`, `#RRGGBB` or `#RRGGBBAA`.',
  string({
    pattern: HEX_COLOR_OR_TRANSPARENT,
    patternMeaning: 'transparent or a colour like #RGB, #RRGGBB or #RRGGBBAA',
  }),
);

const edge = (description: string) =>
  withDefault(about(description, number({ minimum: 0, maximum: LIMITS.edge })), 0);
const glyphs = (defaults: { fontSize: number; fontFamily: string }) => ({
  fontSize: withDefault(
    about('Pixels.', number({ minimum: 1, maximum: LIMITS.fontSize })),
    defaults.fontSize,
  ),
  fontWeight: withDefault(
    about('From thin to heavy; 400 is regular, 700 is bold.', number({ minimum: 100, maximum: 900 })),
    400,
  ),
  fontFamily: withDefault(
    about('Name of the font; unknown ones fall back.', string({ minLength: 1, maxLength: 255 })),
    defaults.fontFamily,
  ),
  color: withDefault(Color, '#000000'),
  fontStyle: withDefault(about('Upright or slanted.', oneOf('normal', 'italic')), 'normal'),
  underline: withDefault(about('Whether a line is drawn below.', boolean), false),
  padding: edge('Pixels kept free inside the box.'),
  strokeWidth: edge('Pixels of outline round each glyph.'),
  strokeColor: withDefault(Color, '#000000'),
  borderWidth: edge('Pixels of border round the box.'),
  borderColor: withDefault(Color, '#FFFFFF'),
});

export const TextAlign = about('How lines are aligned.', oneOf('left', 'center', 'right', 'justify'));
export type TextAlign = t.TypeOf<typeof TextAlign>;

/** How a text clip's content looks. `lineHeight` is a factor of the font size. */
export const TextProperties = about(
  'What a text clip says and how it looks.',
  record({
    content: about('Text to display.', string({ maxLength: LIMITS.textLength })),
    ...glyphs({ fontSize: 16, fontFamily: 'Arial' }),
    backgroundColor: withDefault(BackgroundColor, 'transparent'),
    textAlign: withDefault(TextAlign, 'left'),
    lineHeight: withDefault(
      about('Height of a line as a factor of the font size.', number({ minimum: 0.1, maximum: 10 })),
      1.2,
    ),
  }),
  { title: 'TextProperties' },
);
export type TextProperties = t.TypeOf<typeof TextProperties>;

/** How caption words look, highlighted or not. */
export const TextStyleProperties = about(
  'How caption words look.',
  record(glyphs({ fontSize: 24, fontFamily: 'Montserrat' }), { backgroundColor: BackgroundColor }),
  { title: 'TextStyleProperties' },
);
export type TextStyleProperties = t.TypeOf<typeof TextStyleProperties>;

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
