import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { ProbedImage } from '../../../workers/render/ports/media-probe.js';
import { decodeImage } from '../drawing/canvas-package.js';
import { skiaSurface, skiaTools } from '../drawing/skia-tools.js';
import { HevcPicture, TooManyPixels } from './image-failures.js';
import { isBmp, isSvg } from './image-kinds.js';
import { prepareSvgFonts } from './svg-fonts.js';
import { isOpaque, type RgbaImage } from './yuv.js';

/** Maximum pixels of a source image, all pages together. */
export const MAX_IMAGE_PIXELS = 268_402_689;

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff', 'Svg'];

/** Restricts libvips to the supported image formats, read from memory only. */
export const allowOnlyKnownPictures = (): void => {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS.map((kind) => `VipsForeignLoad${kind}Buffer`) });
};

/** Reads an image file for sharp. sharp can't read BMP, so Skia converts it to PNG. Texts in an SVG find our fonts. */
export const readImage = async (path: string): Promise<Buffer> => {
  const file = await readFile(path);
  if (isSvg(file)) prepareSvgFonts(file);
  return isBmp(file) ? pngOfBmp(file) : file;
};

const pngOfBmp = async (file: Buffer): Promise<Buffer> => {
  // Its header of 14 bytes is followed by the length of another, and the sides; of rows from the top, the height is negative.
  refuseTooManyPixels(file.readInt32LE(18), Math.abs(file.readInt32LE(22)));
  const image = await decodeImage(file);
  const { width, height } = image;
  const surface = skiaSurface(width, height);
  surface.canvas.getContext('2d').drawImage(image, 0, 0);
  const { data } = skiaTools.samples(surface);
  const pixels = { data: new Uint8Array(data.buffer), width, height };
  const png = sharp(pixels.data, { raw: { width, height, channels: 4 } });
  return (isOpaque(pixels) ? png.removeAlpha() : png).png({ compressionLevel: 1 }).toBuffer();
};

/**
 * Opens one page of an image, upright. An SVG is rasterised at the size at which it is shown, and read from memory, so
 * that it can't refer to other files.
 */
export const openImage = async (
  file: Buffer,
  page: number,
  shown?: { readonly width: number; readonly height: number },
): Promise<Sharp> => {
  const options = { page, limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' as const };
  if (!isSvg(file) || !shown) return sharp(file, options).autoOrient();
  const { width, height } = await sharp(file, options).metadata();
  const scale = Math.max(shown.width / width, shown.height / height);
  refuseTooManyPixels(width * scale, height * scale);
  return sharp(file, { ...options, density: Math.min(100_000, Math.max(1, 72 * scale)) });
};

/** Checked before sharp does, because sharp reports it only in the text of its error. */
const refuseTooManyPixels = (width: number, height: number): void => {
  if (width * height > MAX_IMAGE_PIXELS) throw new TooManyPixels();
};

/** Whether the brands of a file are those of HEIC (ISO/IEC 23008-12), not of AVIF. */
const isHeic = (file: Buffer): boolean => {
  const brands = file
    .subarray(8, Math.min(256, file.length < 4 ? 0 : file.readUInt32BE(0)))
    .toString('latin1');
  return file.toString('latin1', 4, 8) === 'ftyp' && /hei[cxms]/.test(brands) && !brands.includes('avif');
};

/** Upright size and pages of an image. */
export const describeImage = async (file: Buffer): Promise<ProbedImage> => {
  if (isHeic(file)) throw new HevcPicture();
  const {
    autoOrient,
    pages = 1,
    delay,
    loop,
    pageHeight,
    hasAlpha,
    width,
    height,
  } = await sharp(file, { limitInputPixels: false, animated: true }).metadata();
  refuseTooManyPixels(width, height);
  const animated = pages > 1 && delay !== undefined;
  return {
    _tag: 'Image',
    width: autoOrient.width,
    height: animated ? (pageHeight ?? height) : autoOrient.height,
    // Browsers show pages of 10 ms or less for 100 ms, and such files rely on it.
    pageDurations: animated ? delay.map((ms) => (ms <= 10 ? 100 : ms)) : [0],
    plays: loop ?? 0,
    opaque: !hasAlpha,
    scalable: isSvg(file),
  };
};

/** All pixels of an image, in sRGB and with alpha. */
export const rawPixels = async (image: Sharp): Promise<RgbaImage> => {
  const { data, info } = await image
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};
