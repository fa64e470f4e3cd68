import type { ComposeInput } from '../../ports/media-engine.js';
import type { Raster } from '../../ports/rasterizer.js';
import type { FrameRate } from '../../../../domain/composition/timeline.js';
import type { PictureLayer } from '../../plan/layers.js';
import { type PixelFormat, rawInput } from '../../compose/inputs.js';

/** The rasters of a plan's layer sources, in order; undefined if nothing of a source is on the canvas. */
export type Rasters = ReadonlyArray<Raster | undefined>;

/** A list of pages for FFmpeg's concat demuxer, which must be written to `path` before it is composed. */
export interface PageList {
  readonly path: string;
  readonly text: string;
  readonly files: ReadonlyArray<string>;
}

/** The input of one raw frame. */
export const stillInput = (
  raster: Raster | undefined,
  page: number,
  format: PixelFormat,
  rate: FrameRate,
): ComposeInput => rawInput(raster?.files[page] ?? '', raster?.rect ?? { width: 0, height: 0 }, format, rate);

/** The input of consecutive pages: a single one for any number of pages. */
export const pagesInput = ({ path, files }: PageList): ComposeInput => ({
  _tag: 'Intermediate',
  path,
  files,
  format: 'concat',
  options: { format_whitelist: 'concat,rawvideo', safe: '0' },
});

/** The list of a layer's pages and their durations. */
export const pageList = (
  { cues, span }: PictureLayer,
  raster: Raster | undefined,
  format: PixelFormat,
  { num, den }: FrameRate,
  path: string,
): PageList => {
  const { width = 0, height = 0 } = raster?.rect ?? {};
  const seconds = (frame: number): number => Math.round((frame * 1e6 * den) / num);
  const entries = cues.map(({ page, span: { from, to } }) => {
    const microseconds = seconds(to - span.from) - seconds(from - span.from);
    return [
      `file '${raster?.files[page] ?? ''}'`,
      `option pixel_format ${format}`,
      `option video_size ${width}x${height}`,
      `option framerate ${num}/${den}`,
      `duration ${microseconds}us`,
    ].join('\n');
  });
  const files = cues.map(({ page }) => raster?.files[page] ?? '');
  return { path, text: `ffconcat version 1.0\n${entries.join('\n')}\n`, files: [...new Set(files)] };
};
