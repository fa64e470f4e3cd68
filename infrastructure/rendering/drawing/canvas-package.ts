import { createRequire } from 'node:module';
import type * as Package from '@napi-rs/canvas';

/**
 * When it is loaded, the package reads all fonts of the system, which takes 40 ms of processor time. Texts are drawn as
 * outlines here, so no canvas needs a font.
 */
process.env['DISABLE_SYSTEM_FONTS_LOAD'] = '1';

/** The type of an outline. */
export type Path2D = Package.Path2D;

/** Skia, as Canvas 2D without fonts. Loaded after the setting above; an import would be loaded before it. */
export const { createCanvas, ImageData, Path2D } = createRequire(import.meta.url)(
  '@napi-rs/canvas',
) as typeof Package;
