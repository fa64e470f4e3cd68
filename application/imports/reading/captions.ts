import { built, type FieldRule, type Fields } from './fields.js';
import { clamped, type JsonObject, same, table } from './json-object.js';
import { wordWidth } from './letter-widths.js';

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

/** The height of a line of captions, as a factor of the size of their font. */
export const LINE_HEIGHT = 1.2;

/** Captions over a whole video, at a named point of the canvas. @param margin to the edge there, px */
export const captionsOver = (
  [letters, spoken]: readonly [letters: JsonObject, spoken: JsonObject],
  [anchor, margin]: readonly [anchor: string, margin: number],
  maxWidth: number,
  properties: JsonObject,
): JsonObject => {
  const size = Number(letters['fontSize']);
  // Lines begin at the top of their box: it is as high as its words need, so that they lie at the edge.
  const lines = Math.ceil((Number(properties['maxWordsInFrame'] ?? 5) * wordWidth(letters)) / maxWidth);
  const height = size * LINE_HEIGHT * clamped(1, 2, lines);
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
