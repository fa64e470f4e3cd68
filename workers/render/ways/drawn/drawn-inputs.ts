import type { FrameSpan } from '../../../../domain/composition/timeline.js';
import type { PixelFormat } from '../../compose/inputs.js';
import type { DrawnLayer } from '../../plan/layers.js';

/** A drawn layer in a piece: the frames of the video, and the pipe that they are written to. */
export interface DrawnPart {
  readonly path: string;
  readonly layer: DrawnLayer;
  readonly frames: FrameSpan;
}

const TO_OUTPUT =
  'scale=in_range=pc:out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+full_chroma_int';

/** Filters that convert drawn frames, which are premultiplied, to the colours of the output. */
export const fromDrawn = (opaque: boolean): string =>
  opaque
    ? `${TO_OUTPUT},format=yuv420p`
    : `format=gbrap,unpremultiply=inplace=1,${TO_OUTPUT},format=yuva420p`;

/** The layout of drawn frames: the alpha of opaque frames is ignored. */
export const drawnFormat = (opaque: boolean): PixelFormat => (opaque ? 'rgb0' : 'rgba');

/** Whether what draws a layer also converts it to the colours of the output: see `DrawingJob`. */
export const isDrawnPlanar = ({ opaque, rect: { width, height } }: DrawnLayer): boolean =>
  opaque && width % 8 === 0 && height % 2 === 0 && height >= 12;
