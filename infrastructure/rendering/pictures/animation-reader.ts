import sharp, { type Sharp } from 'sharp';
import { MAX_IMAGE_PIXELS, rawPixels } from './images.js';

/** Maximum number of pixels decoded together: 256 MiB. */
const PIXELS_AT_ONCE = 64 * 1024 ** 2;

/** The pages of an animation that were decoded last, four bytes per pixel. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * Opens an animation and returns a function that reads pages; ascending order is cheapest. Decoding a page means
 * decoding all pages before it, so pages are decoded in batches.
 */
export const animationReader = async (
  file: Buffer,
  pixelsAtOnce = PIXELS_AT_ONCE,
): Promise<(page: number) => Promise<Sharp>> => {
  const { pages: total = 1, width, height } = await sharp(file).metadata();
  const atOnce = Math.max(1, Math.floor(pixelsAtOnce / (width * height)));

  const decode = async (from: number): Promise<Run> => {
    const pages = Math.min(atOnce, total - from);
    const { data, width, height } = await rawPixels(
      sharp(file, { page: from, pages, limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }),
    );
    return { from, to: from + pages, width, height: height / pages, data };
  };

  let run = await decode(0);
  return async (page) => {
    if (page < run.from || page >= run.to) run = await decode(page);
    const { width, height, from, data } = run;
    const bytes = width * height * 4;
    const pixels = data.subarray((page - from) * bytes, (page - from + 1) * bytes);
    return sharp(pixels, { raw: { width, height, channels: 4 } });
  };
};
