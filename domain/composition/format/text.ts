import type * as t from 'io-ts';
import { about, type Codec, codec } from '../../codec/codec.js';
import * as E from 'fp-ts/lib/Either.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { boolean, number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { length, positiveLength } from './lengths.js';
import { Color, ColorOrTransparent, Shadow, TextPaint, TextPaintOrTransparent } from './paint.js';

const edgeNumber = number({ minimum: 0, maximum: LIMITS.edge });
const edge = (description: string) => withDefault(about(description, edgeNumber), 0);
const spacing = number({ minimum: -500, maximum: 500 });
const fontSize = (value: number) =>
  withDefault(positiveLength('Size of the font.', { minimum: 1, maximum: LIMITS.fontSize }), value);
const fontFamily = about(
  'Name of the font; unknown ones fall back.',
  string({ minLength: 1, maxLength: 255 }),
);
const fontWeight = about(
  'From thin to heavy; 400 is regular, 700 is bold.',
  number({ minimum: 100, maximum: 900 }),
);
const fontStyle = about('Upright or slanted.', oneOf('normal', 'italic'));
const underline = about('Whether a line is drawn below.', boolean);

/** What every run of glyphs may have. */
const glyphExtras = {
  letterSpacing: about('Pixels added after each letter.', spacing),
  wordSpacing: about('Pixels added to each space between words.', spacing),
  textTransform: about(
    'Changes letters before they are drawn.',
    oneOf('none', 'uppercase', 'lowercase', 'capitalize'),
  ),
  lineThrough: about('Whether a line is drawn through the letters.', boolean),
  shadow: Shadow,
};

const glyphs = (defaults: { fontSize: number; fontFamily: string }) => ({
  fontSize: fontSize(defaults.fontSize),
  fontWeight: withDefault(fontWeight, 400),
  fontFamily: withDefault(fontFamily, defaults.fontFamily),
  color: withDefault(TextPaint, '#000000'),
  fontStyle: withDefault(fontStyle, 'normal'),
  underline: withDefault(underline, false),
  padding: withDefault(length('Kept free inside the box.', { minimum: 0, maximum: LIMITS.edge }), 0),
  strokeWidth: edge('Pixels of outline round each glyph.'),
  strokeColor: withDefault(Color, '#000000'),
  borderWidth: edge('Pixels of border round the box.'),
  borderColor: withDefault(Color, '#FFFFFF'),
});

export const TextAlign = about('How lines are aligned.', oneOf('left', 'center', 'right', 'justify'));
export type TextAlign = t.TypeOf<typeof TextAlign>;

const Span = about(
  'A part of the text with a style of its own; what is left out is that of the text.',
  record(
    { text: about('What it says.', string({ maxLength: LIMITS.textLength })) },
    {
      fontSize: positiveLength('Size of the font.', { minimum: 1, maximum: LIMITS.fontSize }),
      fontWeight,
      fontFamily,
      color: TextPaint,
      fontStyle,
      underline,
      strokeWidth: about('Pixels of outline round each glyph.', edgeNumber),
      strokeColor: Color,
      backgroundColor: about('What is behind the glyphs.', ColorOrTransparent),
      ...glyphExtras,
    },
  ),
  { title: 'TextSpan' },
);
export type Span = t.TypeOf<typeof Span>;

const TextBackground = about(
  'A background that hugs the lines.',
  record({
    color: withDefault(TextPaintOrTransparent, '#000000'),
    paddingX: edge('Pixels left and right of the letters.'),
    paddingY: edge('Pixels above and below them.'),
    borderRadius: edge('Radius of the corners, pixels.'),
    mode: withDefault(
      about('Behind each line by itself, or one block behind all.', oneOf('lines', 'block')),
      'lines',
    ),
  }),
  { title: 'TextBackground' },
);

const FitText = about(
  'Takes the largest whole font size at which the wrapped lines fit the box.',
  record(
    {
      min: withDefault(about('Pixels.', number({ minimum: 1, maximum: LIMITS.fontSize })), 8),
      max: withDefault(about('Pixels.', number({ minimum: 1, maximum: LIMITS.fontSize })), 200),
    },
    {},
    [
      {
        field: 'max',
        among: ['min'],
        problem: ({ min, max }, path) => (max < min ? `must be at least ${path}.min` : undefined),
      },
    ],
  ),
  { title: 'FitText' },
);

const textOfSpans = (spans: ReadonlyArray<Span>): string => spans.map(({ text }) => text).join('');

const TextFields = record(
  {
    ...glyphs({ fontSize: 16, fontFamily: 'Arial' }),
    backgroundColor: withDefault(TextPaintOrTransparent, 'transparent'),
    textAlign: withDefault(TextAlign, 'left'),
    lineHeight: withDefault(
      about('Height of a line as a factor of the font size.', number({ minimum: 0.1, maximum: 10 })),
      1.2,
    ),
  },
  {
    ...glyphExtras,
    verticalAlign: about(
      'Where the lines stand in the box; `top` when left out.',
      oneOf('top', 'middle', 'bottom'),
    ),
    direction: about(
      'Direction of the paragraphs; `auto`, that of their first letter, when left out.',
      oneOf('auto', 'ltr', 'rtl'),
    ),
    maxLines: about(
      'How many lines are shown at most.',
      number({ minimum: 1, maximum: 1000, integer: true }),
    ),
    overflow: about(
      'What happens to lines that do not fit the box: they are cut at its edge, the last that fits ends in an ellipsis (also after `maxLines`), or they run over it; `visible` when left out.',
      oneOf('clip', 'ellipsis', 'visible'),
    ),
    fitText: FitText,
    spans: about('Parts with styles of their own.', array(Span, 1000)),
    textBackground: TextBackground,
    content: about(
      'Text to display. Required unless there are `spans`; with `spans` it must be what they say together.',
      string({ maxLength: LIMITS.textLength }),
    ),
  },
  [
    {
      field: 'content',
      among: ['spans'],
      problem: ({ content, spans }) => {
        if (content === undefined) return spans === undefined ? 'is required' : undefined;
        return spans === undefined || content === textOfSpans(spans)
          ? undefined
          : 'must be what the spans say together';
      },
    },
  ],
);
type TextFields = t.TypeOf<typeof TextFields>;

/** How a text clip's content looks. `lineHeight` is a factor of the font size. */
export type TextProperties = TextFields & { readonly content: string };
export const TextProperties: Codec<TextProperties> = about(
  'What a text clip says and how it looks.',
  codec<TextProperties>(
    'text',
    TextFields.jsonSchema,
    (u, context) =>
      E.map((fields: TextFields): TextProperties => ({
        content: textOfSpans(fields.spans ?? []),
        ...fields,
      }))(TextFields.validate(u, context)),
    (text) => text,
  ),
  { title: 'TextProperties' },
);

/** How caption words look, highlighted or not. */
export const TextStyleProperties = about(
  'How caption words look.',
  record(glyphs({ fontSize: 24, fontFamily: 'Montserrat' }), {
    backgroundColor: TextPaintOrTransparent,
    ...glyphExtras,
  }),
  { title: 'TextStyleProperties' },
);
export type TextStyleProperties = t.TypeOf<typeof TextStyleProperties>;
