import type { Canvas } from '../../../../domain/composition/composition.js';
import type { FrameRate } from '../../../../domain/composition/timeline.js';
import type { VideoLayer } from '../../plan/layers.js';
import type { ComposeRequest } from '../../ports/media-engine.js';
import { convertTo } from '../../compose/color-conversion.js';
import { rawOutput } from '../../compose/inputs.js';
import { timedInput } from '../../compose/source-input.js';

/**
 * The request that writes frames of a video into a pipe, as raw RGBA for a scene.
 * @param instants which frames: ms of the media, one for each
 */
export const feedRequest = (
  media: Pick<VideoLayer, 'path' | 'container' | 'video'>,
  instants: ReadonlyArray<number>,
  { width, height }: Canvas,
  rate: FrameRate,
  isReversed: boolean,
  pipe: string,
): ComposeRequest => {
  const { video } = media;
  const filters = [
    ...convertTo(video, width, height),
    `format=${video.hasAlpha ? 'yuva444p' : 'yuv444p'}`,
    'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int',
    'format=rgba',
  ];
  return {
    inputs: [timedInput(media, instants, rate, isReversed)],
    graph: `[0:${video.stream}]${filters.join(',')}[out]`,
    outputs: [rawOutput(pipe, instants.length)],
  };
};
