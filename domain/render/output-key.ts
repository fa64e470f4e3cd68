import { RenderId } from '../ids.js';

const ID_LENGTH = 36;

/**
 * The prefix of the keys of all files of an attempt at a render.
 * @param secret hexadecimal digits that make the keys impossible to guess
 */
export const outputKeyPrefix = (renderId: RenderId, secret: string): string => `${renderId}-${secret}`;

/** The key of a file of a render. `index` is its index among the files of the render. */
export const outputKey = (stem: string, index: number, extension: string): string =>
  index === 0 ? `${stem}.${extension}` : `${stem}-${index}.${extension}`;

/** The id of the render in an output key; undefined if the key is not valid. */
export const renderOfOutputKey = (key: string): RenderId | undefined => {
  const id = key.slice(0, ID_LENGTH);
  return RenderId.is(id) ? id : undefined;
};

/**
 * The name under which clients save a file: `{renderId}.mp4`, `{renderId}-1.jpg`. It has no secret, and only characters
 * that are safe in headers and file systems. Undefined if the key is not valid.
 */
export const fileNameOfOutputKey = (key: string): string | undefined => {
  const renderId = renderOfOutputKey(key);
  const [, index = '', extension] = /^.{36}(?:-[0-9a-f]+(-\d{1,3})?)?\.([0-9a-z]{1,5})$/.exec(key) ?? [];
  return renderId === undefined || extension === undefined ? undefined : `${renderId}${index}.${extension}`;
};
