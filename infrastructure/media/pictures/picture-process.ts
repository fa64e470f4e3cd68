/**
 * The process in which strangers' pictures are decoded and their texts are drawn, shut in by who starts it. Reads
 * tasks from standard input and answers on standard output; ends with its input.
 */
import { createInterface } from 'node:readline';
import * as E from 'fp-ts/lib/Either.js';
import { messageForClient } from '../image-failures.js';
import { allowOnlyKnownPictures, describeImage, readImage } from '../images.js';
import { sharpStillPainter } from '../stills.js';
import { openFontLibrary } from '../text/fonts.js';
import type { PictureTask } from './picture-task.js';

allowOnlyKnownPictures();
const painter = sharpStillPainter(openFontLibrary());
const { signal } = new AbortController();

const perform = async (task: PictureTask): Promise<object> => {
  if (task._tag === 'Describe') {
    try {
      return { value: await describeImage(await readImage(task.path)) };
    } catch (error) {
      return { failure: messageForClient(error, 'image') };
    }
  }
  const { artwork, canvas, folder, name } = task;
  const painted = await painter.paint(artwork, canvas, { folder, name, signal })();
  return E.isRight(painted) ? { value: painted.right ?? null } : { failure: painted.left };
};

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await perform(JSON.parse(line) as PictureTask))}\n`);
}
