import type { Canvas, Image } from '@napi-rs/canvas';
import { svgPathProperties } from 'svg-path-properties';
import type { Drawable, DrawingTools, Surface } from '../../../workers/render/draw/context.js';
import { platformTools } from '../../../workers/render/draw/platform-tools.js';
import { createCanvas, imageData, newPath } from './canvas-package.js';

export interface SkiaSurface extends Surface {
  readonly canvas: Canvas;
}

/** The canvas of a surface, or a loaded picture. */
type Source = Canvas | Image;

const sourceOf = (picture: Drawable): Source =>
  'canvas' in picture ? (picture as SkiaSurface).canvas : (picture as Image);

/** A transparent surface; sides in px. */
export const skiaSurface = (width: number, height: number): SkiaSurface => {
  const canvas = createCanvas(width, height);
  return { width, height, canvas, context: canvas.getContext('2d') };
};

export const skiaTools: DrawingTools = platformTools({
  surface: skiaSurface,
  imageOf: sourceOf,
  outline: newPath,
  outlineLength: (path) => new svgPathProperties(path).getTotalLength(),
});

/** Puts raw RGBA (not premultiplied) onto a surface of the same size. */
export const putPixels = ({ canvas, width, height }: SkiaSurface, rgba: Uint8Array): void => {
  canvas
    .getContext('2d')
    .putImageData(
      imageData(new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength), width, height),
      0,
      0,
    );
};
