import * as E from 'fp-ts/lib/Either.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import type { LocalFont, OpenedFonts, Rasterizer } from '../../../workers/render/ports/rasterizer.js';
import { pictureFailure } from './image-failures.js';
import { allowOnlyKnownPictures, describeImage, readImage } from './images.js';
import { sharpRasterizer } from './stills.js';
import { openFontLibrary } from '../text/fonts/fonts.js';
import type { PictureJob } from './picture-job.js';

// Decodes clients' images and draws their texts, in the sandboxed engine process.

allowOnlyKnownPictures();
const plain = sharpRasterizer(openFontLibrary());
/** The rasterizer with the fonts of the render that this process works for. */
let current: { readonly fonts: string; readonly rasterizer: Rasterizer } = { fonts: '[]', rasterizer: plain };
const user = { folder: '', signal: new AbortController().signal };

/** The rasterizer that knows these fonts. */
const rasterizerWith = async (
  fonts: ReadonlyArray<LocalFont>,
): Promise<E.Either<FailureCause, Rasterizer>> => {
  const key = JSON.stringify(fonts);
  if (current.fonts === key) return E.right(current.rasterizer);
  const opened = await plain.openFonts(fonts, [], user)();
  if (E.isRight(opened)) current = { fonts: key, rasterizer: opened.right.rasterizer };
  return E.map(({ rasterizer }: OpenedFonts) => rasterizer)(opened);
};

const perform = async ({ task, fonts }: PictureJob): Promise<E.Either<FailureCause, unknown>> => {
  if (task._tag === 'Describe') {
    try {
      return E.right(await describeImage(await readImage(task.path)));
    } catch (error) {
      return E.left(pictureFailure(error, 'image'));
    }
  }
  if (task._tag === 'OpenFonts') {
    const opened = await plain.openFonts(fonts, task.families, user)();
    return E.map(({ missing }: OpenedFonts) => missing)(opened);
  }
  const known = await rasterizerWith(fonts);
  if (E.isLeft(known)) return known;
  const rasterizer = known.right;
  if (task._tag === 'Measure') return await rasterizer.measure(task.lines, task.width, user)();
  if (task._tag === 'Inspect') return await rasterizer.inspect(task.lines, task.box, user)();
  const { layerSource, canvas, folder, name } = task;
  const painted = await rasterizer.paint(layerSource, canvas, { ...user, folder, name })();
  return E.map((raster) => raster ?? null)(painted);
};

/** Ends this process when it has used too much processor time, which does not depend on how busy the machine is. */
const endAfter = (cpuMs: number): NodeJS.Timeout => {
  const begun = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1000 > cpuMs) process.exit(1);
  }, 100);
};

/** @returns an Either: why there is no result, or the result */
export const carryOutPicture = async (job: PictureJob): Promise<unknown> => {
  const watch = endAfter(job.cpuMs);
  try {
    return await perform(job);
  } finally {
    clearInterval(watch);
  }
};
