import { RenderId } from '../ids.js';

/** How long an id is as text. */
const ID_LENGTH = 36;

/**
 * The key under which the output of a render is stored.
 * @param secret what makes it impossible to guess: hexadecimal digits
 */
export const outputKey = (renderId: RenderId, secret: string): string => `${renderId}-${secret}.mp4`;

/** The render whose output a key can be; undefined when it can be none. */
export const renderOfOutputKey = (key: string): RenderId | undefined => {
  const id = key.slice(0, ID_LENGTH);
  return RenderId.is(id) ? id : undefined;
};
