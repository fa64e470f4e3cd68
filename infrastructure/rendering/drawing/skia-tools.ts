import {
  type Canvas,
  createCanvas,
  type Image,
  ImageData,
  Path2D,
  type SKRSContext2D,
} from '@napi-rs/canvas';
import { svgPathProperties } from 'svg-path-properties';
import type { Context2D, Drawable, DrawingTools, Surface } from '../../../workers/render/draw/context.js';

/** A Skia surface. */
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

const native = (context: Context2D): SKRSContext2D => context as unknown as SKRSContext2D;

/** The drawing tools, on Skia. */
export const skiaTools: DrawingTools = {
  surface: skiaSurface,
  draw: (context, picture, from, to) =>
    native(context).drawImage(
      sourceOf(picture),
      from.x,
      from.y,
      from.width,
      from.height,
      to.x,
      to.y,
      to.width,
      to.height,
    ),
  outline: (path) => new Path2D(path),
  outlineLength: (path) => new svgPathProperties(path).getTotalLength(),
  fillOutline: (context, outline) => native(context).fill(outline as Path2D),
  strokeOutline: (context, outline) => native(context).stroke(outline as Path2D),
  samples: ({ context, width, height }) => {
    const image = native(context).getImageData(0, 0, width, height);
    return { data: image.data, put: () => native(context).putImageData(image, 0, 0) };
  },
};

/** Puts raw RGBA (not premultiplied) onto a surface of the same size. */
export const putPixels = ({ context, width, height }: SkiaSurface, rgba: Uint8Array): void => {
  native(context).putImageData(
    new ImageData(new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength), width, height),
    0,
    0,
  );
};
