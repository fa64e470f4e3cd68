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

/** What is not in the name of a file on every system, or changes the order in which it is read. */
const UNSAFE = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069<>:"/\\|?*\s]+/gu;
/** The most characters of a title in the name of a file. */
const LONGEST_TITLE = 100;

/** The title of a video as the name of a file, without its ending; empty if nothing of it can be in one. */
export const fileNameOfTitle = (title: string): string =>
  Array.from(title.replaceAll(UNSAFE, ' '))
    .slice(0, LONGEST_TITLE)
    .join('')
    .replaceAll(/^[. ]+|[. ]+$/g, '');

/**
 * The name under which clients save a file: `Spring sale.mp4`, `Spring sale-1.jpg`; the id of the render where nothing of
 * the title can be in it. It has no secret. Segments keep their key, by which a playlist names them. Undefined if the key is
 * not valid.
 * @param title that of the video
 */
export const fileNameOfOutputKey = (key: string, title: string): string | undefined => {
  const renderId = renderOfOutputKey(key);
  const [, index = '', extension] = /^.{36}(?:-[0-9a-f]+(-\d{1,3})?)?\.([0-9a-z]{1,5})$/.exec(key) ?? [];
  if (renderId === undefined || extension === undefined) return undefined;
  return extension === 'm4s' ? key : `${fileNameOfTitle(title) || renderId}${index}.${extension}`;
};
