import type * as t from 'io-ts';
import * as E from 'fp-ts/lib/Either.js';
import { about, type Codec, codec } from '../../codec/codec.js';
import { array, isUnfinished, record, withDefault } from '../../codec/containers.js';
import { number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { Counter, counterText, TextAnimation } from './text-animation.js';
import { Border, PaintOrTransparent } from './paint.js';
import { edge, glyphExtras, glyphs, lineHeight, Span } from './text-style.js';

export const TextAlign = about('Horizontal alignment of lines.', oneOf('left', 'center', 'right', 'justify'));
export type TextAlign = t.TypeOf<typeof TextAlign>;

export const TextBackground = about(
  'A background that follows the shape of the lines.',
  record(
    {
      color: withDefault(PaintOrTransparent, '#000000'),
      paddingX: edge('Pixels to the left and right of the letters.'),
      paddingY: edge('Pixels above and below the letters.'),
      borderRadius: edge('Corner radius in pixels.'),
      mode: withDefault(
        about('One background for each line, or one block for all.', oneOf('lines', 'block')),
        'lines',
      ),
    },
    { border: Border },
  ),
  { title: 'TextBackground' },
);

const FitText = about(
  'Uses the largest whole font size at which the wrapped lines fit the box.',
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

/** The content of a text with spans. */
export const textOfSpans = (spans: ReadonlyArray<Pick<Span, 'text'>>): string =>
  spans.map(({ text }) => text).join('');

export const VerticalAlign = about(
  'Vertical alignment of the lines in the box. Default: `top`.',
  oneOf('top', 'middle', 'bottom'),
);

const TextFields = record(
  {
    ...glyphs({ fontSize: 16, fontFamily: 'Arial' }),
    backgroundColor: withDefault(PaintOrTransparent, 'transparent'),
    textAlign: withDefault(TextAlign, 'left'),
    lineHeight: withDefault(about('Line height as a factor of the font size.', lineHeight), 1.2),
  },
  {
    ...glyphExtras,
    verticalAlign: VerticalAlign,
    direction: about(
      'Direction of the paragraphs. Default: `auto`, the direction of their first letter.',
      oneOf('auto', 'ltr', 'rtl'),
    ),
    maxLines: about('Maximum number of lines.', number({ minimum: 1, maximum: 1000, integer: true })),
    overflow: about(
      'What happens to lines that do not fit the box: they are cut at its edge, or the last line that fits ends in an ellipsis (also after `maxLines`), or they overflow. Default: `visible`.',
      oneOf('clip', 'ellipsis', 'visible'),
    ),
    fitText: FitText,
    spans: about('Parts with their own styles.', array(Span, 1000)),
    textBackground: TextBackground,
    hyphens: about(
      'Whether words may be hyphenated at the ends of lines, by the rules of the language in `lang` and at soft hyphens (U+00AD). Default: `none`.',
      oneOf('none', 'auto'),
    ),
    lang: about(
      'The language of the text as a BCP 47 tag, such as `en-US` or `de`. Words of languages without rules are not divided.',
      string({
        maxLength: 35,
        pattern: /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/,
        patternMeaning: 'a language tag like en-US or de',
      }),
    ),
    animation: TextAnimation,
    counter: Counter,
    content: about(
      'Text to display. Required unless there are `spans` or a `counter`; with these, it must equal their concatenated text or the final value.',
      string({ maxLength: LIMITS.textLength }),
    ),
  },
  [
    {
      field: 'content',
      among: ['spans', 'counter'],
      problem: ({ content, spans, counter }) => {
        if (content === undefined)
          return spans === undefined && counter === undefined ? 'is required' : undefined;
        if (counter !== undefined && !isUnfinished(counter) && content !== counterText(counter, 1))
          return 'must equal the text at the end of the counter';
        return spans === undefined || content === textOfSpans(spans)
          ? undefined
          : 'must equal the concatenated text of the spans';
      },
    },
    {
      field: 'counter',
      among: ['spans'],
      problem: ({ counter, spans }) =>
        counter !== undefined && spans !== undefined ? 'must be omitted if there are spans' : undefined,
    },
    {
      field: 'animation',
      among: ['content', 'spans'],
      problem: ({ animation, content, spans = [] }) =>
        animation !== undefined && (content ?? textOfSpans(spans)).length > LIMITS.animatedText
          ? `must be omitted if the text has more than ${LIMITS.animatedText} characters`
          : undefined,
    },
  ],
);
type TextFields = t.TypeOf<typeof TextFields>;

/** The content and style of a text clip. `lineHeight` is a factor of the font size. */
export type TextProperties = TextFields & { readonly content: string };
export const TextProperties: Codec<TextProperties> = about(
  'The content and style of a text clip.',
  codec<TextProperties>('text', TextFields.jsonSchema, (u, context) =>
    E.map((fields: TextFields) => {
      const { content: _, ...others } = fields;
      const { counter, spans = [] } = others;
      // The text of a counter of a template is known once the counter is filled in.
      if (isUnfinished(counter)) return others as TextProperties;
      return { content: counter ? counterText(counter, 1) : textOfSpans(spans), ...fields };
    })(TextFields.validate(u, context)),
  ),
  { title: 'TextProperties' },
);
