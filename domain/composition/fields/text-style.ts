import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { boolean, number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { notNegativeLength, positiveLength } from './lengths.js';
import { Color, ColorOrTransparent, Shadow, Paint, PaintOrTransparent } from './paint.js';

const edgeNumber = number({ minimum: 0, maximum: LIMITS.edge });
export const edge = (description: string) => withDefault(about(description, edgeNumber), 0);
const spacing = number({ minimum: -500, maximum: 500 });
const fontSize = (value: number) =>
  withDefault(positiveLength('Font size in pixels.', { minimum: 1, maximum: LIMITS.fontSize }), value);
const fontFamily = about(
  'Font family, or several separated by commas: each character is drawn in the first one that has it. Unknown fonts fall back to a default.',
  string({ minLength: 1, maxLength: 255 }),
);
const fontWeight = about('Font weight; 400 is regular, 700 is bold.', number({ minimum: 100, maximum: 900 }));
const fontStyle = about('Upright or italic.', oneOf('normal', 'italic'));
const underline = about('Whether the text is underlined.', boolean);

/** Style properties that every run of glyphs may have. */
export const glyphExtras = {
  letterSpacing: about('Pixels added after each letter.', spacing),
  wordSpacing: about('Pixels added to each space between words.', spacing),
  textTransform: about(
    'Letter case conversion before drawing.',
    oneOf('none', 'uppercase', 'lowercase', 'capitalize'),
  ),
  lineThrough: about('Whether the text is struck through.', boolean),
  shadow: Shadow,
};

export const lineHeight = number({ minimum: 0.1, maximum: 10 });

export const glyphs = (defaults: { fontSize: number; fontFamily: string }) => ({
  fontSize: fontSize(defaults.fontSize),
  fontWeight: withDefault(fontWeight, 400),
  fontFamily: withDefault(fontFamily, defaults.fontFamily),
  color: withDefault(Paint, '#000000'),
  fontStyle: withDefault(fontStyle, 'normal'),
  underline: withDefault(underline, false),
  padding: withDefault(
    notNegativeLength('Space kept free inside the box, pixels.', { minimum: 0, maximum: LIMITS.edge }),
    0,
  ),
  strokeWidth: edge('Width of the outline around each glyph, pixels.'),
  strokeColor: withDefault(Color, '#000000'),
  borderWidth: edge('Width of the border around the box, pixels.'),
  borderColor: withDefault(Color, '#FFFFFF'),
});

export const Span = about(
  'A part of the text with its own style. Omitted properties come from the text.',
  record(
    { text: about('The text of the span.', string({ maxLength: LIMITS.textLength })) },
    {
      fontSize: positiveLength('Font size in pixels.', { minimum: 1, maximum: LIMITS.fontSize }),
      fontWeight,
      fontFamily,
      color: PaintOrTransparent,
      fontStyle,
      underline,
      strokeWidth: about('Width of the outline around each glyph, pixels.', edgeNumber),
      strokeColor: ColorOrTransparent,
      backgroundColor: about(
        'Background of the glyphs. A gradient runs across the whole box.',
        PaintOrTransparent,
      ),
      lineHeight: about('Least height of its lines as a factor of its font size.', lineHeight),
      ...glyphExtras,
    },
  ),
  { title: 'TextSpan' },
);
export type Span = t.TypeOf<typeof Span>;

export const TextStyleProperties = about(
  'The style of caption words.',
  record(glyphs({ fontSize: 24, fontFamily: 'Montserrat' }), {
    backgroundColor: PaintOrTransparent,
    ...glyphExtras,
  }),
  { title: 'TextStyleProperties' },
);
export type TextStyleProperties = t.TypeOf<typeof TextStyleProperties>;
