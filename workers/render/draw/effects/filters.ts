import type { Canvas } from '../../../../domain/composition/composition.js';
import type { Filter } from '../../../../domain/composition/fields/filters.js';
import { type Box, type Context2D, type DrawingTools, type Surface, areaOf } from '../context.js';
import type { Drawing } from '../drawing.js';
import { applyColorTable, noise, sharpen, temperature, vignette } from './pixel-filters.js';

/** The CSS filter that blurs by a standard deviation, in px. */
export const blurOf = (deviation: number): string => `blur(${deviation}px)`;

/** A CSS filter (W3C Filter Effects, level 1) for the Canvas 2D API; only its numbers come from the client. */
const cssFilter = (filter: Filter): string | undefined => {
  switch (filter.type) {
    case 'blur':
      return blurOf(filter.amount);
    case 'brightness':
    case 'contrast':
    case 'saturate':
    case 'grayscale':
    case 'sepia':
    case 'invert':
      return `${filter.type}(${filter.amount})`;
    case 'hueRotate':
      return `hue-rotate(${filter.amount}deg)`;
    case 'vignette':
    case 'noise':
    case 'sharpen':
    case 'pixelate':
    case 'temperature':
    case 'lut':
      return undefined;
  }
};

/** How far filters extend beyond the edges of their input, in px. */
export const filtersReach = (filters: ReadonlyArray<Filter>): number =>
  filters.reduce((reach, filter) => reach + (filter.type === 'blur' ? Math.ceil(filter.amount * 3) : 0), 0);

/** What filters need besides the surface; the frame number seeds the noise. */
type FilterContext = Pick<Drawing, 'tools' | 'frame' | 'tableOf'>;

/**
 * Applies filters to a surface, in order.
 * @param box the part of the surface that places vignettes and mosaics, however far blurs reach beyond it
 */
export const filtered = (
  surface: Surface,
  filters: ReadonlyArray<Filter>,
  using: FilterContext,
  box: Box = areaOf(surface),
): Surface =>
  filters.reduce((before, filter) => {
    const css = cssFilter(filter);
    return css === undefined
      ? withOwnFilter(before, filter, using, box)
      : withCssFilter(before, css, using.tools);
  }, surface);

const withCssFilter = (surface: Surface, css: string, tools: DrawingTools): Surface => {
  const after = tools.surface(surface.width, surface.height);
  after.context.filter = css;
  tools.draw(after.context, surface, areaOf(surface), areaOf(surface));
  after.context.filter = 'none';
  return after;
};

const withOwnFilter = (
  surface: Surface,
  filter: Filter,
  { tools, frame, tableOf }: FilterContext,
  box: Box,
): Surface => {
  const { width, height } = surface;
  if (filter.type === 'pixelate') return pixelated(surface, filter.amount, box, tools);
  const { data, put } = tools.samples(surface);
  if (filter.type === 'vignette') vignette(data, surface, box, filter.amount);
  if (filter.type === 'noise') noise(data, filter.amount, frame);
  if (filter.type === 'sharpen') sharpen(data, width, height, filter.amount);
  if (filter.type === 'temperature') temperature(data, filter.amount);
  if (filter.type === 'lut') {
    const table = tableOf(filter.source);
    if (table) applyColorTable(data, table);
  }
  put();
  return surface;
};

const pixelated = (surface: Surface, side: number, box: Box, tools: DrawingTools): Surface => {
  const { width, height } = surface;
  const after = tools.surface(width, height);
  after.context.imageSmoothingEnabled = false;
  const columns = Math.max(1, Math.round(box.width / side));
  const rows = Math.max(1, Math.round(box.height / side));
  const square = { width: box.width / columns, height: box.height / rows };
  const isWhole = box.width === width && box.height === height;
  if (!isWhole) {
    // The inside of the box is not mixed with its surroundings.
    const outside = partOf(surface, areaOf(surface), tools);
    outside.context.clearRect(box.x, box.y, box.width, box.height);
    drawSquares(after.context, outside, gridAround(surface, box, square), tools);
    after.context.clearRect(box.x, box.y, box.width, box.height);
  }
  const inside = isWhole ? surface : partOf(surface, box, tools);
  drawSquares(after.context, inside, { columns, rows, from: areaOf(inside), to: box }, tools);
  return after;
};

interface Squares {
  readonly columns: number;
  readonly rows: number;
  /** The part of the picture that the squares cover, and where they are drawn. */
  readonly from: Box;
  readonly to: Box;
}

/** Extends the grid of a box so that its squares cover the whole surface. */
const gridAround = (surface: Surface, box: Box, { width, height }: Canvas): Squares => {
  const [left, top] = [Math.ceil(box.x / width), Math.ceil(box.y / height)];
  const [x, y] = [box.x - left * width, box.y - top * height];
  const columns = Math.ceil((surface.width - x) / width);
  const rows = Math.ceil((surface.height - y) / height);
  const area = { x, y, width: columns * width, height: rows * height };
  return { columns, rows, from: area, to: area };
};

const drawSquares = (
  context: Context2D,
  picture: Surface,
  { columns, rows, from, to }: Squares,
  tools: DrawingTools,
): void => {
  const small = tools.surface(columns, rows);
  small.context.imageSmoothingQuality = 'medium';
  const [across, down] = [columns / from.width, rows / from.height];
  tools.draw(small.context, picture, areaOf(picture), {
    x: -from.x * across || 0,
    y: -from.y * down || 0,
    width: picture.width * across,
    height: picture.height * down,
  });
  tools.draw(context, small, areaOf(small), to);
};

const partOf = (surface: Surface, box: Box, tools: DrawingTools): Surface => {
  const part = tools.surface(box.width, box.height);
  tools.draw(part.context, surface, box, areaOf(part));
  return part;
};
