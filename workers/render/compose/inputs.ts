import type { ComposeInput, ComposeOutput } from '../ports/media-engine.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { FrameRate } from '../../../domain/composition/timeline.js';

/** The layout of raw frames in a file. */
export type PixelFormat = 'rgba' | 'rgb0' | 'yuv420p' | 'yuva420p' | 'gray';

/** A frame rate in ffmpeg's syntax. */
export const ratio = ({ num, den }: FrameRate): string => `${num}/${den}`;

/** The input of raw frames. */
export const rawInput = (path: string, size: Canvas, format: PixelFormat, rate: FrameRate): ComposeInput => ({
  _tag: 'Intermediate',
  path,
  format: 'rawvideo',
  options: rawOptions(size, format, rate),
});

/** What the demuxer of raw frames is told of them. */
export const rawOptions = (
  { width, height }: Canvas,
  format: PixelFormat,
  rate: FrameRate,
): Readonly<Record<string, string>> => ({
  pixel_format: format,
  video_size: `${width}x${height}`,
  framerate: ratio(rate),
});

/** The output `[out]` of a graph as raw frames: only these, as NUT with their timestamps, or each in a file of its own. */
export const rawOutput = (
  path: string,
  frames: number,
  format: 'rawvideo' | 'nut' | 'image2' = 'rawvideo',
): ComposeOutput => ({
  label: '[out]',
  frames,
  encoder: 'rawvideo',
  encoderOptions: {},
  format,
  formatOptions: {},
  path,
});

/** The input of frames that were written before, with their timestamps. */
export const nutInput = (path: string): ComposeInput => ({ _tag: 'Intermediate', path, format: 'nut' });
