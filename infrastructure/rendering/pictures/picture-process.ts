/**
 * The process in which clients' pictures are decoded and their texts are drawn, sandboxed by the process that starts it. Reads
 * tasks from standard input and answers on standard output; ends with its input.
 */
import { createInterface } from 'node:readline';
import * as E from 'fp-ts/lib/Either.js';
import { messageForClient } from './image-failures.js';
import { allowOnlyKnownPictures, describeImage, readImage } from './images.js';
import { sharpStillPainter } from './stills.js';
import { openFontLibrary } from '../text/fonts.js';
import type { PictureOrder, PictureTask } from './picture-task.js';

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
  if (task._tag === 'Measure') {
    const measured = await painter.measure(task.lines, task.width, { folder: '', signal })();
    return E.isRight(measured) ? { value: measured.right } : { failure: measured.left };
  }
  const { artwork, canvas, folder, name } = task;
  const painted = await painter.paint(artwork, canvas, { folder, name, signal })();
  return E.isRight(painted) ? { value: painted.right ?? null } : { failure: painted.left };
};

/** Ends this process when it has worked for too long: on a busy machine that says more than the time of day. */
const endAfter = (cpuMs: number): NodeJS.Timeout => {
  const begun = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1000 > cpuMs) process.exit(1);
  }, 100);
};

for await (const line of createInterface({ input: process.stdin })) {
  const { task, cpuMs } = JSON.parse(line) as PictureOrder;
  const watch = endAfter(cpuMs);
  process.stdout.write(`${JSON.stringify(await perform(task))}\n`);
  clearInterval(watch);
}
