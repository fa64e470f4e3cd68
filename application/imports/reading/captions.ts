import { built, type FieldRule, type Fields } from './fields.js';
import { clamped, type JsonObject, same, table } from './json-object.js';

/** The style of the words of a caption, of the one that is spoken, and further fields of the clip. */
export const captionClip = (letters: JsonObject, spoken: JsonObject, more: Fields): JsonObject =>
  built({ type: 'caption' }, more, {
    'captionProperties.nonHighlightTextProperties': letters,
    'captionProperties.highlightTextProperties': built(letters, spoken),
  });

/** The colour behind captions, with the opacity beside it. Ours is behind each word. */
export const behindWords: FieldRule = (reader, name) => {
  const backgroundColor = reader.opaque(name);
  if (backgroundColor !== undefined && !/^#.{6}00$/.test(backgroundColor))
    reader.differs(name, 'is behind each word, with gaps between them');
  return { backgroundColor };
};

/** Of captions whose words are what is spoken in the video. */
export const FILLED_LATER =
  'the words are filled by transcription when a render has autoGenerateCaptionWords';

/** The width of a word with the space after it, and the height of a line, as factors of the size of their font. */
export const WORD = { width: 3.1, height: 1.2 };

/** Captions over a whole video, at a named point of the canvas. @param margin to the edge there, px */
export const captionsOver = (
  [letters, spoken]: readonly [letters: JsonObject, spoken: JsonObject],
  [anchor, margin]: readonly [anchor: string, margin: number],
  maxWidth: number,
  properties: JsonObject,
): JsonObject => {
  const size = Number(letters['fontSize']);
  // Lines begin at the top of their box: it is as high as its words need, so that they lie at the edge.
  const lines = Math.ceil((Number(properties['maxWordsInFrame'] ?? 5) * size * WORD.width) / maxWidth);
  const height = size * WORD.height * clamped(1, 2, lines);
  const y = anchor.startsWith('top') ? margin : anchor.startsWith('bottom') ? -margin : 0;
  return captionClip(letters, spoken, {
    timeFrame: { end: 'video' },
    size: { width: maxWidth, height },
    position: { anchor, relativeTo: anchor, x: 0, y, z: 1000 },
    captionProperties: { ...properties, maxWidth },
  });
};

/** How the word that is spoken stands out, in Shotstack and in Zvid. */
export const SPOKEN = table({
  ...same('none karaoke pop slide bounce'),
  typewriter: 'wordByWord',
  progressive: 'wordByWord',
  fill: 'karaoke',
  normal: 'none',
  'one-word': 'none',
  highlight: 'none',
  fade: 'none',
});
