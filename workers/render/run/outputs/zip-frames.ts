import { open, readFile, rm } from 'node:fs/promises';
import { makeZip } from 'client-zip';
import { NUMBER, numberedPath } from '../../ports/media-engine.js';

/** The date of every file: archives of the same files are the same. ZIP knows none before 1980. */
const DATE = new Date('2000-01-01T00:00:00Z');

async function* taken(pictures: string, count: number) {
  for (let number = 1; number <= count; number += 1) {
    const path = numberedPath(pictures, number);
    yield {
      name: numberedPath(`frame-${NUMBER}.png`, number),
      input: await readFile(path),
      lastModified: DATE,
    };
    await rm(path);
  }
}

/**
 * Moves pictures into a ZIP: `frame-000001.png` and so on. The same pictures give the same bytes.
 * @param pictures their paths, numbered
 */
export const zipFrames = async (pictures: string, count: number, path: string): Promise<void> => {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const chunk of makeZip(taken(pictures, count))) await file.write(chunk);
  } finally {
    await file.close();
  }
};
