import type * as t from 'io-ts';
import { normalised } from '../codec/codec.js';
import { array, record, withDefault } from '../codec/containers.js';
import { boolean, number, oneOf, string } from '../codec/scalars.js';
import { LIMITS } from './limits.js';

const HEX_COLOR = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/;
const HEX_COLOR_OR_TRANSPARENT = /^(?:transparent|#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}))$/;

export const Color = string({
  pattern: HEX_COLOR,
  patternMeaning: 'a colour like #RGB, #RRGGBB or #RRGGBBAA',
});
export const BackgroundColor = string({
  pattern: HEX_COLOR_OR_TRANSPARENT,
  patternMeaning: 'transparent or a colour like #RGB, #RRGGBB or #RRGGBBAA',
});

const edge = withDefault(number({ minimum: 0, maximum: LIMITS.edge }), 0);
const glyphs = (defaults: { fontSize: number; fontFamily: string }) => ({
  fontSize: withDefault(number({ minimum: 1, maximum: LIMITS.fontSize }), defaults.fontSize),
  fontWeight: withDefault(number({ minimum: 100, maximum: 900 }), 400),
  fontFamily: withDefault(string({ minLength: 1, maxLength: 255 }), defaults.fontFamily),
  color: withDefault(Color, '#000000'),
  fontStyle: withDefault(oneOf('normal', 'italic'), 'normal'),
  underline: withDefault(boolean, false),
  padding: edge,
  strokeWidth: edge,
  strokeColor: withDefault(Color, '#000000'),
  borderWidth: edge,
  borderColor: withDefault(Color, '#FFFFFF'),
});

export const TextAlign = oneOf('left', 'center', 'right', 'justify');
export type TextAlign = t.TypeOf<typeof TextAlign>;

/** How a text clip's content looks. `lineHeight` is a factor of the font size. */
export const TextProperties = record({
  content: string({ maxLength: LIMITS.textLength }),
  ...glyphs({ fontSize: 16, fontFamily: 'Arial' }),
  backgroundColor: withDefault(BackgroundColor, 'transparent'),
  textAlign: withDefault(TextAlign, 'left'),
  lineHeight: withDefault(number({ minimum: 0.1, maximum: 10 }), 1.2),
});
export type TextProperties = t.TypeOf<typeof TextProperties>;

/** How caption words look, highlighted or not. */
export const TextStyleProperties = record(glyphs({ fontSize: 24, fontFamily: 'Montserrat' }), {
  backgroundColor: BackgroundColor,
});
export type TextStyleProperties = t.TypeOf<typeof TextStyleProperties>;

/** A spoken word; times in ms from the start of the clip (plus its offset). */
export const Word = record(
  {
    start: number({ minimum: 0 }),
    end: number({ minimum: 0 }),
    word: string({ maxLength: LIMITS.urlLength }),
  },
  {},
  ({ start, end }, path) => (end < start ? [['end', `must be at least ${path}.start`]] : []),
);
export type Word = t.TypeOf<typeof Word>;

const inOrderOfTime = (words: ReadonlyArray<Word>): ReadonlyArray<Word> =>
  words.toSorted((a, b) => a.start - b.start || a.end - b.end);

/** Words shown in groups; `maxWidth` in px. */
export const CaptionProperties = record({
  words: normalised(array(Word, LIMITS.captionWords), inOrderOfTime),
  highlightTextProperties: TextStyleProperties,
  nonHighlightTextProperties: TextStyleProperties,
  textAlign: withDefault(TextAlign, 'center'),
  maxWidth: withDefault(number({ minimum: 1 }), 500),
  maxWordsInFrame: withDefault(number({ minimum: 1, integer: true }), 5),
});
export type CaptionProperties = t.TypeOf<typeof CaptionProperties>;
