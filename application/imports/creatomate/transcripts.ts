import { captionClip, FILLED_LATER, LINE_HEIGHT } from '../reading/captions.js';
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

/** A text that shows what is spoken elsewhere: a caption with the words of a voice, or that transcription fills. */
export const transcriptOf = (element: Reader, context: MarkupContext): JsonObject => {
  const { textProperties, keyframes } = textOf(element, context);
  const given = textProperties as JsonObject;
  const letters = Object.fromEntries(Object.entries(given).filter(([name]) => !OF_TEXTS.has(name)));
  const spoken = { color: element.color('transcript_color') ?? '#E74C3C' };
  const from = context.voices.get(element.raw('transcript_source'));
  if (from === undefined) element.differs('transcript_source', FILLED_LATER, 'toDo');
  element.lacks('lines fill their width', 'transcript_split', 'transcript_placement');
  const longest = element.number('transcript_maximum_length');
  if (longest !== undefined)
    element.differs('transcript_maximum_length', 'is carried over as a number of words');
  const maxWidth = Math.max(1, (context.frame.width ?? 1080) * 0.9);
  // The lines of captions begin at the top of their box, so a box for two lines has them in its middle.
  const size = given['fontSize'];
  const both =
    typeof size === 'string'
      ? size.replace(/[\d.]+/, (number) => `${Number(number) * 2 * LINE_HEIGHT}`)
      : Number(size) * 2 * LINE_HEIGHT;
  const lines = given['verticalAlign'] === 'middle' ? both : undefined;
  if (given['verticalAlign'] === 'bottom')
    element.differs('y_alignment', 'lines begin at the top of their box');
  return captionClip(letters, spoken, {
    lines,
    captionProperties: present({
      words: from === undefined ? [] : { from },
      textAlign: given['textAlign'],
      maxWidth,
      maxWordsInFrame: longest && Math.max(1, Math.round(longest / LETTERS_OF_WORD)),
      animation: element.choice('transcript_effect', SPOKEN),
    }),
    keyframes,
  });
};
