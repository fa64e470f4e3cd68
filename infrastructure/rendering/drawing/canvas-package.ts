import { createRequire } from 'node:module';
import type * as Package from '@napi-rs/canvas';

const require = createRequire(import.meta.url);
let loaded: typeof Package | undefined;

/**
 * Skia as Canvas 2D, loaded on first use, because most texts and images are painted without it. The variable keeps the
 * package from reading all fonts of the system when it is loaded, which takes 40 ms of processor time. Texts are drawn as outlines, except for glyphs with colours of their own.
 */
const skia = (): typeof Package => {
  process.env['DISABLE_SYSTEM_FONTS_LOAD'] = '1';
  return (loaded ??= require('@napi-rs/canvas') as typeof Package);
};

/** Lets canvases draw with a font. */
export const registerFont = (font: Buffer, name: string): void =>
  void skia().GlobalFonts.register(font, name);

/** A transparent canvas; sides in px. */
export const createCanvas = (width: number, height: number): Package.Canvas =>
  skia().createCanvas(width, height);

/** A path from SVG path data, by default an empty one. */
export const newPath = (data = ''): Package.Path2D => new (skia().Path2D)(data);

/** Pixels (RGBA, not premultiplied) to be put onto a canvas; sides in px. */
export const imageData = (pixels: Uint8ClampedArray, width: number, height: number): Package.ImageData =>
  new (skia().ImageData)(pixels, width, height);

/** Decodes a picture. Rejects if it cannot be decoded. */
export const decodeImage = (file: Uint8Array): Promise<Package.Image> => skia().loadImage(file);
