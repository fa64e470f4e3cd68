import { writeFile } from 'node:fs/promises';
import { parseColor } from '../../../domain/composition/color.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { Paint } from '../../../domain/composition/fields/paint.js';
import type { BorderRadius } from '../../../domain/composition/fields/place.js';
import {
  evenCanvas,
  grownToEvenPixels,
  intersectionOf,
  type Placement,
} from '../../../domain/composition/geometry/geometry.js';
import { roundedBox } from '../../../workers/render/draw/shapes/rounded-box.js';
import { fillBox } from '../../../workers/render/draw/paints.js';
import type { LayerSource, Raster } from '../../../workers/render/ports/rasterizer.js';
import { skiaSurface, skiaTools } from '../drawing/skia-tools.js';
import { alphaPlane, toYuv420 } from './yuv.js';

/** Draws the background of a video. */
export const paintBackground = async (
  { color, alpha = false }: Extract<LayerSource, { _tag: 'Background' }>,
  canvas: Canvas,
  file: string,
): Promise<Raster> => {
  const { width, height } = evenCanvas(canvas);
  if (alpha || typeof color !== 'string') return paintOnSurface(color, alpha, canvas, file);
  const { r, g, b, a } = parseColor(color);
  // A translucent background is mixed with black, because the output has no alpha.
  const pixel = [r, g, b].map((channel) => Math.round((channel * a) / 255));
  const [y = 0, , , , u = 0, v = 0] = toYuv420(
    { data: Uint8Array.from({ length: 16 }, (_, at) => pixel[at % 4] ?? 255), width: 2, height: 2 },
    false,
  );
  const luma = width * height;
  const planes = [Buffer.alloc(luma, y), Buffer.alloc(luma / 4, u), Buffer.alloc(luma / 4, v)];
  await writeFile(file, Buffer.concat(planes));
  return { rect: { x: 0, y: 0, width, height }, files: [file], opaque: true, fonts: [] };
};

/** Paints a gradient, or a background with alpha. The px that makes an odd side even is black, or transparent. */
const paintOnSurface = async (
  paint: Paint,
  alpha: boolean,
  canvas: Canvas,
  file: string,
): Promise<Raster> => {
  const { width, height } = evenCanvas(canvas);
  const surface = skiaSurface(width, height);
  if (!alpha) {
    surface.context.fillStyle = '#000';
    surface.context.fillRect(0, 0, width, height);
  }
  fillBox(surface.context, paint, { x: 0, y: 0, ...canvas });
  const { data } = skiaTools.samples(surface);
  await writeFile(file, toYuv420({ data: new Uint8Array(data.buffer), width, height }, alpha));
  return { rect: { x: 0, y: 0, width, height }, files: [file], opaque: !alpha, fonts: [] };
};

/** Draws the alpha of a box with rounded corners, for its part on the canvas. */
export const paintRoundMask = async (
  { box, opacity }: Placement,
  radius: BorderRadius,
  canvas: Canvas,
  file: string,
): Promise<Raster | undefined> => {
  const visible = intersectionOf(box, { x: 0, y: 0, ...canvas });
  if (!visible) return undefined;
  const rect = grownToEvenPixels(visible, canvas);
  const surface = skiaSurface(rect.width, rect.height);
  const { context } = surface;
  context.fillStyle = '#fff';
  context.fillRect(visible.x - rect.x, visible.y - rect.y, visible.width, visible.height);
  roundedBox(surface, { ...box, x: box.x - rect.x, y: box.y - rect.y }, radius);
  const { data } = skiaTools.samples(surface);
  const alpha = alphaPlane({ data: new Uint8Array(data.buffer), width: rect.width, height: rect.height });
  await writeFile(
    file,
    alpha.map((value) => Math.round(value * opacity)),
  );
  return { rect, files: [file], opaque: false, fonts: [] };
};
