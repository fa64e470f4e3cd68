import type { Filter } from '../../../domain/composition/format/filters.js';
import type { ColorTable } from './color-table.js';
import type { DrawingTools, Surface } from './context.js';
import { lookUp, noise, sharpen, temperature, vignette } from './pixel-filters.js';

/** The CSS filters (W3C Filter Effects, level 1) as text for the Canvas 2D API, which contains only numbers. */
const cssFilter = (filter: Filter): string | undefined => {
  switch (filter.type) {
    case 'blur':
      return `blur(${filter.amount}px)`;
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

/** How far filters extend beyond the edges of their input, px. */
export const reachOf = (filters: ReadonlyArray<Filter>): number =>
  filters.reduce((reach, filter) => reach + (filter.type === 'blur' ? Math.ceil(filter.amount * 3) : 0), 0);

/** The context of filters; the frame seeds the noise. */
export interface FilterContext {
  readonly tools: DrawingTools;
  readonly frame: number;
  /** The colours of a `.cube` file by its address. */
  readonly tableOf: (source: string) => ColorTable | undefined;
}

/** Applies filters to a surface, in order. */
export const filtered = (surface: Surface, filters: ReadonlyArray<Filter>, using: FilterContext): Surface =>
  filters.reduce((before, filter) => {
    const css = cssFilter(filter);
    return css === undefined ? withOwnFilter(before, filter, using) : withCssFilter(before, css, using.tools);
  }, surface);

const withCssFilter = (surface: Surface, css: string, tools: DrawingTools): Surface => {
  const { width, height } = surface;
  const after = tools.surface(width, height);
  after.context.filter = css;
  const whole = { x: 0, y: 0, width, height };
  tools.draw(after.context, surface, whole, whole);
  after.context.filter = 'none';
  return after;
};

const withOwnFilter = (
  surface: Surface,
  filter: Filter,
  { tools, frame, tableOf }: FilterContext,
): Surface => {
  const { width, height } = surface;
  if (filter.type === 'pixelate') return pixelated(surface, filter.amount, tools);
  const { data, put } = tools.samples(surface);
  if (filter.type === 'vignette') vignette(data, width, height, filter.amount);
  if (filter.type === 'noise') noise(data, filter.amount, frame);
  if (filter.type === 'sharpen') sharpen(data, width, height, filter.amount);
  if (filter.type === 'temperature') temperature(data, filter.amount);
  if (filter.type === 'lut') {
    const table = tableOf(filter.source);
    if (table) lookUp(data, table);
  }
  put();
  return surface;
};

const pixelated = (surface: Surface, side: number, tools: DrawingTools): Surface => {
  const { width, height } = surface;
  const columns = Math.max(1, Math.round(width / side));
  const rows = Math.max(1, Math.round(height / side));
  const small = tools.surface(columns, rows);
  const whole = { x: 0, y: 0, width, height };
  const few = { x: 0, y: 0, width: columns, height: rows };
  small.context.imageSmoothingQuality = 'medium';
  tools.draw(small.context, surface, whole, few);
  const after = tools.surface(width, height);
  after.context.imageSmoothingEnabled = false;
  tools.draw(after.context, small, few, whole);
  return after;
};
