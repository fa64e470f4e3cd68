import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { alternatives } from '../../codec/alternatives.js';
import { about, type Codec, codec, normalised } from '../../codec/codec.js';
import { array, record, type WithFields, withDefault } from '../../codec/containers.js';
import { isRecord } from '../../codec/json.js';
import { isFilledIn } from '../../codec/placeholders.js';
import { number, oneOf } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { readSubtitles } from '../subtitles/read-subtitles.js';
import { Subtitles } from './subtitles.js';
import { TextAlign, TextBackground, VerticalAlign } from './text.js';
import { TextStyleProperties } from './text-style.js';
import { Word } from './word.js';
import { ClipReference } from './clip-reference.js';

export const CaptionAnimation = about(
  'How the caption is animated. Default: `none`. `karaoke` fills each word while it is spoken; the spoken word grows for a moment (`pop`), bounces (`bounce`) or is progressively underlined (`underline`); the background moves from word to word (`box`); words slide in from below (`slide`) or appear (`wordByWord`) when they are spoken.',
  oneOf('none', 'karaoke', 'pop', 'bounce', 'slide', 'underline', 'box', 'wordByWord'),
);
export type CaptionAnimation = t.TypeOf<typeof CaptionAnimation>;

const sortedByTime = (words: ReadonlyArray<Word>): ReadonlyArray<Word> =>
  words.toSorted((a, b) => a.start - b.start || a.end - b.end);

const SpeechReference = about(
  'The words that an audio clip with `speech` says, at the times at which they are heard.',
  record({
    from: about('The id of an audio clip with `speech`, of any list of the video.', ClipReference),
  }),
);

/** The words that a caption itself lists: none if they come from a speech. */
export const listedWords = (words: Fields['words']): ReadonlyArray<Word> => ('from' in words ? [] : words);

const fields = record(
  {
    words: about(
      'The words; the service sorts them by time. An empty list is filled by transcription if a render requests it. With `from`, they are those of a speech. May be left out if there are `subtitles`.',
      alternatives('a list of words, or an object with `from`', {
        array: normalised(array(Word, LIMITS.captionWords), sortedByTime),
        object: SpeechReference,
      }),
    ),
    highlightTextProperties: TextStyleProperties,
    nonHighlightTextProperties: TextStyleProperties,
    textAlign: withDefault(TextAlign, 'center'),
    maxWidth: withDefault(about('Maximum width of a line of words, pixels.', number({ minimum: 1 })), 500),
    maxWordsInFrame: withDefault(
      about(
        'Maximum number of words shown at once. With `subtitles`, a line is shown as a whole by default.',
        number({ minimum: 1, integer: true }),
      ),
      5,
    ),
  },
  {
    animation: CaptionAnimation,
    subtitles: Subtitles,
    textBackground: TextBackground,
    verticalAlign: VerticalAlign,
  },
  [
    {
      field: 'subtitles',
      among: ['words'],
      problem: ({ subtitles, words }, path) =>
        subtitles !== undefined && ('from' in words || words.length > 0)
          ? `must not be combined with ${path}.words`
          : undefined,
    },
  ],
);
type Fields = t.TypeOf<typeof fields>;

/** The default of `maxWordsInFrame` that shows lines of subtitles as a whole. */
const WHOLE_LINE = 1000;

/** The input with defaults that depend on whether there are subtitles. */
const withSubtitleDefaults = (u: unknown): unknown =>
  isRecord(u) && u['subtitles'] !== undefined ? { words: [], maxWordsInFrame: WHOLE_LINE, ...u } : u;

/** Replaces subtitles in the document by their words, unless they have placeholders of a template. */
const withSubtitleWords = (u: unknown, context: t.Context, caption: Fields): t.Validation<Fields> => {
  const { subtitles, ...rest } = caption;
  if (subtitles?.content === undefined || !isFilledIn(subtitles.content, context)) return t.success(caption);
  const words = readSubtitles(subtitles.content, subtitles.format);
  if (E.isRight(words)) return t.success({ ...rest, words: words.right });
  const at = ['subtitles', 'content'].reduce((to, key) => t.appendContext(to, key, t.unknown), context);
  return t.failures(words.left.map((message) => ({ value: u, context: at, message })));
};

const withWords: Codec<Fields> & WithFields = Object.assign(
  codec<Fields>(
    fields.name,
    { ...fields.jsonSchema, required: ['highlightTextProperties', 'nonHighlightTextProperties'] },
    (u, context) => {
      const decoded = fields.validate(withSubtitleDefaults(u), context);
      return E.isLeft(decoded) ? decoded : withSubtitleWords(u, context, decoded.right);
    },
    fields.encode,
  ),
  { fields: fields.fields },
);

export const CaptionProperties = about(
  'The content and style of a caption clip. Either `words` or `subtitles` is required.',
  withWords,
  { title: 'CaptionProperties' },
);
export type CaptionProperties = t.TypeOf<typeof CaptionProperties>;
