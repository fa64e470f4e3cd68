import type { Anchor } from '../../../domain/composition/fields/place.js';
import { built, type Fields, type FieldTable } from './fields.js';
import { type JsonObject, same, table, each, present } from './json-object.js';
import { alignedAt } from './places.js';
import * as rule from './rules.js';

/**
 * The style of the words of a caption, with what is behind their lines, of the word that is spoken, and further fields of
 * the clip.
 */
export const captionClip = (
  { textBackground, ...letters }: JsonObject,
  spoken: JsonObject,
  more: Fields,
): JsonObject =>
  built({ type: 'caption' }, more, {
    'captionProperties.textBackground': textBackground,
    'captionProperties.nonHighlightTextProperties': letters,
    'captionProperties.highlightTextProperties': built(letters, spoken),
  });

/** What is behind the lines of captions: a colour, with the opacity beside it, and what has no effect without it. */
export const behindLines = (color: string, padding: string, radius: string): FieldTable => ({
  [color]: rule.opaque('textBackground.color'),
  [padding]: rule.beside(color, (reader, name) => {
    const space = reader.number(name);
    return { textBackground: present({ paddingX: space, paddingY: space }) };
  }),
  [radius]: rule.beside(color, rule.number('textBackground.borderRadius')),
});

/** Of captions whose words are what is spoken in the video. */
export const FILLED_LATER =
  'the words are filled by transcription when a render has autoGenerateCaptionWords';

/** Captions over a whole video, at a named point of the canvas. @param margin to the edge there, px */
export const captionsOver = (
  [letters, spoken]: readonly [letters: JsonObject, spoken: JsonObject],
  [anchor, margin]: readonly [anchor: Anchor, margin: number],
  maxWidth: number,
  properties: JsonObject,
): JsonObject => {
  const { verticalAlign } = alignedAt(anchor);
  const y = { top: margin, middle: 0, bottom: -margin }[verticalAlign];
  return captionClip(letters, spoken, {
    timeFrame: { end: 'video' },
    size: { width: maxWidth, height: 'auto' },
    position: { anchor, relativeTo: anchor, x: 0, y, z: 1000 },
    captionProperties: { ...properties, maxWidth, verticalAlign },
  });
};

/** How the word that is spoken stands out, in Shotstack and in Zvid. */
export const SPOKEN = table({
  ...same('none karaoke pop slide bounce'),
  fill: 'karaoke',
  ...each('typewriter progressive', 'wordByWord'),
  ...each('normal one-word highlight fade', 'none'),
});
