import type { ComposeInput } from '../ports/media-engine.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { FrameRate } from '../../../domain/composition/timeline.js';

/** The layout of raw frames in a file. */
export type PixelFormat = 'rgba' | 'rgb0' | 'yuv420p' | 'yuva420p' | 'gray';

/** A frame rate in ffmpeg's syntax. */
export const ratio = ({ num, den }: FrameRate): string => `${num}/${den}`;

/** The input of raw frames. */
export const rawInput = (
  path: string,
  { width, height }: Canvas,
  format: PixelFormat,
  rate: FrameRate,
): ComposeInput => ({
  _tag: 'Intermediate',
  path,
  format: 'rawvideo',
  options: { pixel_format: format, video_size: `${width}x${height}`, framerate: ratio(rate) },
});

/** The format of an MP4 that was made of parts of a source. */
const MOVIE = 'mov';

/** The input of such an MP4. */
export const movieInput = (path: string): ComposeInput => ({ _tag: 'Intermediate', path, format: MOVIE });

/** Whether an input is such an MP4. */
export const isMovie = ({ _tag, format }: ComposeInput): boolean =>
  _tag === 'Intermediate' && format === MOVIE;

/** The input of frames that were written before, with their timestamps. */
export const nutInput = (path: string): ComposeInput => ({ _tag: 'Intermediate', path, format: 'nut' });
