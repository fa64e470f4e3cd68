import { captionClip, FILLED_LATER } from '../reading/captions.js';
import { type JsonObject, present, same, table, each } from '../reading/json-object.js';
import { LETTERS_OF_WORD } from '../reading/letter-widths.js';
import type { Reader } from '../reading/reader.js';
import type { MarkupContext } from './markup.js';
import { textOf } from './texts.js';

/** Properties of texts that captions do not have for their letters. */
const OF_TEXTS: ReadonlySet<string> = new Set(
  'content spans fitText verticalAlign lineHeight textAlign overflow'.split(' '),
);

/** How the word that is spoken stands out. */
const SPOKEN = table({
  ...same('karaoke bounce slide'),
  enlarge: 'pop',
  ...each('color highlight', undefined),
});

/** The words of a transcript: timed ones, a text of subtitles, those of a voice, else to be filled by transcription. */
const wordsOf = (element: Reader, { voices }: MarkupContext): JsonObject => {
  if (element.isList('transcript_source')) {
    const words = element.children('transcript_source').map((point) => {
      const start = point.time('time') ?? 0;
      const end = start + (point.time('duration') ?? 1000);
      return present({ start, end, word: point.text('value') ?? '', line: point.number('sentence') });
    });
    return { words };
  }
  const source = element.raw('transcript_source');
  if (typeof source === 'string' && source.includes('-->')) return { subtitles: { content: source } };
  const from = voices.get(source);
  if (from === undefined) element.differs('transcript_source', FILLED_LATER, 'toDo');
  return { words: from === undefined ? [] : { from } };
};

/** A text that shows what is spoken elsewhere: a caption with the words of a voice, or that transcription fills. */
export const transcriptOf = (element: Reader, context: MarkupContext): JsonObject => {
  const { textProperties, keyframes } = textOf(element, context);
  const given = textProperties as JsonObject;
  const letters = Object.fromEntries(Object.entries(given).filter(([name]) => !OF_TEXTS.has(name)));
  const spoken = { color: element.color('transcript_color') ?? '#E74C3C' };
  for (const [name, usual] of Object.entries({ transcript_split: 'word', transcript_placement: 'static' }))
    if (element.peek(name) === usual) element.ignore(name);
    else element.lacks('lines fill their width', name);
  const longest = element.number('transcript_maximum_length');
  if (longest !== undefined)
    element.differs('transcript_maximum_length', 'is carried over as a number of words');
  const maxWidth = Math.max(1, (context.frame.width ?? 1080) * 0.9);
  return captionClip(letters, spoken, {
    captionProperties: present({
      ...wordsOf(element, context),
      textAlign: given['textAlign'],
      verticalAlign: given['verticalAlign'],
      maxWidth,
      maxWordsInFrame: longest && Math.max(1, Math.round(longest / LETTERS_OF_WORD)),
      animation: element.choice('transcript_effect', SPOKEN),
    }),
    keyframes,
  });
};
