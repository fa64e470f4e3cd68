import type { Canvas } from '../../../domain/composition/composition.js';
import type { Context2D, DrawingTools, Surface } from '../../../workers/render/draw/context.js';
import { platformTools } from '../../../workers/render/draw/platform-tools.js';
import { t } from '../words/words.js';

export type AnyCanvas = OffscreenCanvas | HTMLCanvasElement;

/** A surface of this browser. */
export interface CanvasSurface extends Surface {
  readonly canvas: AnyCanvas;
}

/** A surface that draws on a canvas, which gets this size. */
export const surfaceOf = (canvas: AnyCanvas, { width, height }: Canvas = canvas): CanvasSurface => {
  // Setting a side clears the canvas.
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d') as Context2D | null;
  if (!context) throw new Error(t('This browser cannot draw on a canvas.'));
  return { width, height, canvas, context };
};

/** A transparent surface; sides in px. */
export const canvasSurface = (width: number, height: number): CanvasSurface =>
  surfaceOf(new OffscreenCanvas(width, height));

const SVG = 'http://www.w3.org/2000/svg';

/** The drawing tools of the renderer, on the canvas of the browser. */
export const canvasTools: DrawingTools = platformTools({
  surface: canvasSurface,
  imageOf: (picture) => (picture as CanvasSurface).canvas,
  outline: (path) => new Path2D(path),
  outlineLength: (path) => {
    const element = document.createElementNS(SVG, 'path');
    element.setAttribute('d', path);
    return element.getTotalLength();
  },
});
