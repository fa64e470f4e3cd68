import { parseColor, type Rgba } from '../../../domain/composition/color.js';
import { gradientStops } from '../../../domain/composition/gradient-stops.js';
import type { Paint } from '../../../domain/composition/fields/paint.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { Rect } from '../../../domain/composition/geometry/geometry.js';
import { type Box, type ColorGradient, type Context2D, type DrawingTools, areaOf } from './context.js';

/** A box, and the px of the surface per unit of the box; absent: 1. */
export interface ScaledBox extends Canvas {
  readonly scale?: number;
}

export const cssColor = ({ r, g, b, a }: Rgba): string => `rgba(${r}, ${g}, ${b}, ${a / 255})`;

/** The fill style for a box at the origin; gradients follow CSS Images, level 3. */
export const fillOf = (
  context: Context2D,
  paint: Paint,
  { width, height }: Canvas,
): string | ColorGradient => {
  if (typeof paint === 'string') return cssColor(parseColor(paint));
  const centre = { x: width / 2, y: height / 2 };
  const radians = (paint.angle * Math.PI) / 180;
  const gradient = {
    linear: () => {
      const half = (Math.abs(width * Math.sin(radians)) + Math.abs(height * Math.cos(radians))) / 2;
      const [dx, dy] = [Math.sin(radians) * half, -Math.cos(radians) * half];
      return context.createLinearGradient(centre.x - dx, centre.y - dy, centre.x + dx, centre.y + dy);
    },
    radial: () => {
      const corner = Math.hypot(centre.x, centre.y);
      return context.createRadialGradient(centre.x, centre.y, 0, centre.x, centre.y, corner);
    },
    conic: () => context.createConicGradient(radians - Math.PI / 2, centre.x, centre.y),
  }[paint.type]();
  for (const { offset, ...color } of gradientStops(paint)) gradient.addColorStop(offset, cssColor(color));
  return gradient;
};

/** Fills a rectangle. A radial gradient is an ellipse of its proportions, as in CSS. */
export const fillBox = (context: Context2D, paint: Paint, { x, y, width, height }: Box): void => {
  context.save();
  context.translate(x, y);
  const isRadial = typeof paint !== 'string' && paint.type === 'radial';
  if (isRadial) context.scale(width, height);
  const box = isRadial ? { width: 1, height: 1 } : { width, height };
  context.fillStyle = fillOf(context, paint, box);
  context.fillRect(0, 0, box.width, box.height);
  context.restore();
};

/**
 * Draws with a paint as fill and stroke style. Radial gradients of a canvas are circles, but here they are ellipses. So
 * `draw` cuts one out of a separate surface, which covers `area`: by default the box and `margin` px around it.
 */
export const withPaint = (
  context: Context2D,
  paint: Paint,
  { scale = 1, ...box }: ScaledBox,
  {
    margin = 0,
    area = { x: -margin, y: -margin, width: box.width + 2 * margin, height: box.height + 2 * margin },
    tools,
  }: { readonly margin?: number; readonly area?: Rect; readonly tools: DrawingTools },
  draw: (context: Context2D) => void,
): void => {
  if (typeof paint === 'string' || paint.type !== 'radial') {
    const fill = fillOf(context, paint, box);
    [context.fillStyle, context.strokeStyle] = [fill, fill];
    return draw(context);
  }
  const [left, top] = [Math.floor(area.x * scale) / scale, Math.floor(area.y * scale) / scale];
  const surface = tools.surface(
    Math.ceil((area.x + area.width - left) * scale),
    Math.ceil((area.y + area.height - top) * scale),
  );
  const [width, height] = [surface.width / scale, surface.height / scale];
  const cut = surface.context;
  [cut.fillStyle, cut.strokeStyle] = ['#000000', '#000000'];
  cut.scale(scale, scale);
  cut.translate(-left, -top);
  draw(cut);
  cut.globalCompositeOperation = 'source-in';
  cut.scale(box.width, box.height);
  const unit = { width: 1, height: 1 };
  cut.fillStyle = fillOf(cut, paint, unit);
  cut.fillRect(left / box.width, top / box.height, width / box.width, height / box.height);
  tools.draw(context, surface, areaOf(surface), { x: left, y: top, width, height });
};
