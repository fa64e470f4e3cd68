import { type Fields, built } from './fields.js';
import type { JsonObject } from './json-object.js';

/**
 * A caption clip.
 * @param letters the style of all words
 * @param spoken what differs in the style of the word that is spoken
 * @param more further fields of the clip
 */
export const captionClip = (letters: JsonObject, spoken: JsonObject, more: Fields): JsonObject =>
  built({ type: 'caption' }, more, {
    'captionProperties.nonHighlightTextProperties': letters,
    'captionProperties.highlightTextProperties': built(letters, spoken),
  });
