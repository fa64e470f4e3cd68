import type { ComposeInput, ComposeOutput } from '../ports/media-engine.js';
import type { FrameRate } from '../../../domain/composition/timeline.js';

/** A frame rate in ffmpeg's syntax. */
export const ratio = ({ num, den }: FrameRate): string => `${num}/${den}`;

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
