import { LIMITS } from '../../../domain/composition/limits.js';
import type { JsonObject } from './json-object.js';
import type { Reader } from './reader.js';

/** A language at the beginning of the name of a voice, such as `en-US-EmmaMultilingualNeural`. */
const LANGUAGE = /^[a-z]{2,3}-[A-Z]{2}(?=-)/;

/**
 * What is said in place of a source; undefined if that cannot be carried over. Voices have other names in each engine:
 * of them, only the language is carried over.
 * @param voiceField where the voice is named
 */
export const speechOf = (
  element: Reader,
  text: string,
  voice: string | undefined,
  voiceField: string,
): JsonObject | undefined => {
  if (text.trim() === '' || Array.from(text).length > LIMITS.speechLength) {
    const because = text.trim() === '' ? 'it has no text' : `its text is longer than ${LIMITS.speechLength}`;
    element.cannotCarryOver('voice', 'element', because);
    return undefined;
  }
  const language = LANGUAGE.exec(voice ?? '')?.[0];
  if (element.has(voiceField))
    element.differs(voiceField, 'another voice speaks: set speech.voice to one of your speech engine');
  return { speech: { text, ...(language === undefined ? {} : { language }) } };
};
