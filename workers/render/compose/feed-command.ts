import type { MediaCommand } from '../ports/media-encoder.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { FrameRate } from '../../../domain/composition/timeline.js';
import { ratio } from './drawn-inputs.js';
import type { VideoLayer } from '../plan/layers.js';
import { sourceInput } from './source-input.js';
import { convertTo } from './video-filters.js';

/** Options that give frames of a video one after the other as raw RGBA, on the grid of the project. */
export const feedCommand = (
  video: Pick<VideoLayer, 'path' | 'container' | 'video' | 'sourceFrom'>,
  frames: number,
  { width, height }: Canvas,
  rate: FrameRate,
  output: string,
): MediaCommand => {
  const { input, lead } = sourceInput(video);
  const planar = video.video.hasAlpha ? 'yuva444p' : 'yuv444p';
  return {
    inputs: [input],
    filterGraph: undefined,
    outputOptions: [
      '-map',
      `0:${video.video.stream}`,
      '-an',
      '-vf',
      [
        'tpad=stop_duration=2:stop_mode=clone',
        `setpts=PTS-(${lead})/TB`,
        `fps=${ratio(rate)}:round=up:start_time=0`,
        ...convertTo(video.video, width, height),
        `format=${planar}`,
        'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int',
        'format=rgba',
        'tpad=stop=-1:stop_mode=clone',
      ].join(','),
      '-frames:v',
      String(frames),
      '-f',
      'rawvideo',
    ],
    output,
    outputIsPipe: true,
  };
};
