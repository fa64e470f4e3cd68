import { RenderId } from '../ids.js';

/** Length of an id as text. */
const ID_LENGTH = 36;

/**
 * The key under which the output of a render is stored.
 * @param secret hexadecimal digits that make the key impossible to guess
 */
export const outputKey = (renderId: RenderId, secret: string): string => `${renderId}-${secret}.mp4`;

/** The render that an output key names, or undefined if the key is not valid. */
export const renderOfOutputKey = (key: string): RenderId | undefined => {
  const id = key.slice(0, ID_LENGTH);
  return RenderId.is(id) ? id : undefined;
};
