import type { MediaInput } from '../ports/media-encoder.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { FrameRate, FrameSpan } from '../../../domain/composition/timeline.js';
import type { DrawnLayer } from '../plan/layers.js';

/** A drawn layer in a piece: which frames of the video are written to which pipe. */
export interface DrawnPart {
  readonly path: string;
  readonly layer: DrawnLayer;
  readonly frames: FrameSpan;
}

/** Filters that bring drawn frames, whose alpha is multiplied in, to the colours of the output. */
export const FROM_DRAWN =
  'format=gbrap,unpremultiply=inplace=1,scale=in_range=pc:out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+full_chroma_int,format=yuva420p';

/** A frame rate as ffmpeg takes it. */
export const ratio = ({ num, den }: FrameRate): string => `${num}/${den}`;

/** The input of raw frames. */
export const rawInput = (
  path: string,
  { width, height }: Canvas,
  format: 'rgba' | 'yuv420p' | 'yuva420p' | 'gray',
  rate: FrameRate,
): MediaInput => ({
  path,
  options: [
    '-protocol_whitelist',
    'file',
    '-f',
    'rawvideo',
    '-pixel_format',
    format,
    '-video_size',
    `${width}x${height}`,
    '-framerate',
    ratio(rate),
  ],
});
