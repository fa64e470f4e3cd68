import type { ComposeInput, PagesInput } from '../../ports/media-engine.js';
import type { Raster } from '../../ports/rasterizer.js';
import type { FrameRate } from '../../../../domain/composition/timeline.js';
import type { PictureLayer } from '../../plan/layers.js';
import { type PixelFormat, rawInput, rawOptions } from '../../compose/inputs.js';

/** The rasters of a plan's layer sources, in order; undefined if no part of a source is on the canvas. */
export type Rasters = ReadonlyArray<Raster | undefined>;

const NOTHING = { width: 0, height: 0 };

/** The input of one raw frame. */
export const stillInput = (
  raster: Raster | undefined,
  page: number,
  format: PixelFormat,
  rate: FrameRate,
): ComposeInput => rawInput(raster?.files[page] ?? '', raster?.rect ?? NOTHING, format, rate);

/** One input for all pages of a layer, each shown for its frames. */
export const pagesInput = (
  { cues }: Pick<PictureLayer, 'cues'>,
  raster: Raster | undefined,
  format: PixelFormat,
  rate: FrameRate,
): PagesInput => ({
  _tag: 'Pages',
  pages: cues.map(({ page, span }) => ({ path: raster?.files[page] ?? '', frames: span.to - span.from })),
  options: rawOptions(raster?.rect ?? NOTHING, format, rate),
  rate,
});
