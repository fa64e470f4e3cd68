import { LIMITS } from '../../../domain/composition/limits.js';
import type { JsonObject } from './json-object.js';
import type { Reader } from './reader.js';

/** A language at the beginning of the name of a voice, such as `en-US-EmmaMultilingualNeural`. */
const LANGUAGE = /^[a-z]{2,3}-[A-Z]{2}(?=-)/;

/** Whether a clip can speak a text. */
export const isSpeakable = (text: unknown): boolean =>
  typeof text === 'string' && text.trim() !== '' && Array.from(text).length <= LIMITS.speechLength;

/**
 * A sound that is spoken; undefined if that cannot be carried over. Voices have other names in each engine: of them, only
 * the language is carried over.
 * @param field what is said
 * @param voice where the voice is named
 */
export const speechOf = (element: Reader, field: string, voice: string): JsonObject | undefined => {
  const text = element.text(field) ?? '';
  if (!isSpeakable(text))
    return element.cannotCarryOver(
      'voice',
      'element',
      text.trim() === '' ? 'it has no text' : `its text is longer than ${LIMITS.speechLength}`,
    );
  const language = LANGUAGE.exec(element.text(voice) ?? '')?.[0];
  if (element.has(voice))
    element.differs(voice, 'another voice speaks: set speech.voice to one of your speech engine', 'toDo');
  return { type: 'audio', speech: { text, ...(language === undefined ? {} : { language }) } };
};
