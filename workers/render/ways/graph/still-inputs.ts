import type { PagesInput, PixelFormat } from '../../ports/media-engine.js';
import type { Raster } from '../../ports/rasterizer.js';
import type { FrameRate } from '../../../../domain/composition/timeline.js';
import type { PictureLayer } from '../../plan/layers.js';

/** The rasters of a plan's layer sources, in order; undefined if no part of a source is on the canvas. */
export type Rasters = ReadonlyArray<Raster | undefined>;

const NOTHING = { width: 0, height: 0 };

/** One input for all pages of a layer, each shown for its frames. */
export const pagesInput = (
  { cues }: Pick<PictureLayer, 'cues'>,
  raster: Raster | undefined,
  format: PixelFormat,
  rate: FrameRate,
): PagesInput => {
  const { width, height } = raster?.rect ?? NOTHING;
  return {
    _tag: 'Pages',
    pages: cues.map(({ page, span }) => ({ path: raster?.files[page] ?? '', frames: span.to - span.from })),
    size: { width, height },
    format,
    rate,
  };
};

export const stillInput = (
  raster: Raster | undefined,
  page: number,
  format: PixelFormat,
  rate: FrameRate,
): PagesInput => pagesInput({ cues: [{ page, span: { from: 0, to: 1 } }] }, raster, format, rate);
