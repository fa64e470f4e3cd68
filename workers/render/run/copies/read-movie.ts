import { open } from 'node:fs/promises';
import { bodyOf, topLevelBoxes } from '../../mp4/top-level-boxes.js';

/** More than the tables of nine hours of video and sound take. */
const MOST_BYTES = 64 * 1024 ** 2;

/** The content of the `moov` box of a file; undefined if it has none, or one that is too large. */
export const readMovie = async (path: string): Promise<Uint8Array | undefined> => {
  const file = await open(path);
  try {
    for await (const box of topLevelBoxes(file))
      if (box.type === 'moov') return await bodyOf(file, box, MOST_BYTES);
    return undefined;
  } finally {
    await file.close();
  }
};
