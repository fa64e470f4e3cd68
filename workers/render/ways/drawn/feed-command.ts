import type { MediaCommand } from '../../ports/media-encoder.js';
import type { ProbedVideo } from '../../ports/media-probe.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import type { FrameRate, FrameSpan } from '../../../../domain/composition/timeline.js';
import type { ComposeInput } from '../../ports/media-engine.js';
import { ratio } from '../../compose/inputs.js';
import { ffmpegInput } from '../../compose/ffmpeg-command.js';
import type { VideoLayer } from '../../plan/layers.js';
import { convertTo } from '../../compose/color-conversion.js';
import { type FrameRun, frameRuns, type RetimedMedia } from '../../plan/retimed-frames.js';
import { pickFilters } from './retimed-filters.js';
import { EARLY, sourceInput } from '../../compose/source-input.js';
import { pictureFilters } from '../graph/video-filters.js';

type Video = Pick<VideoLayer, 'path' | 'container' | 'video' | 'sourceFrom'>;

/** How frames of a video are converted on their way into a pipe. */
export interface FeedFormat extends Canvas {
  readonly pixelFormat: 'rgba' | 'yuv420p' | 'yuva420p';
  readonly filters: ReadonlyArray<string>;
}

/** Raw RGBA for a scene. */
export const sceneFormat = (video: ProbedVideo, { width, height }: Canvas): FeedFormat => ({
  width,
  height,
  pixelFormat: 'rgba',
  filters: [
    ...convertTo(video, width, height),
    `format=${video.hasAlpha ? 'yuva444p' : 'yuv444p'}`,
    'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int',
    'format=rgba',
  ],
});

/** The content of the rectangle of a video layer, before masking. */
export const layerFormat = (layer: VideoLayer): FeedFormat => ({
  width: layer.rect.width,
  height: layer.rect.height,
  pixelFormat: layer.video.hasAlpha ? 'yuva420p' : 'yuv420p',
  filters: pictureFilters(layer),
});

/** A command that writes frames into a pipe, and the number of frames that it must write. */
export interface FeedCommand {
  readonly command: MediaCommand;
  readonly frames: number;
}

const feedOf = ({ input, filters, frames }: FeedPart, stream: number, output: string): FeedCommand => ({
  frames,
  command: {
    inputs: [ffmpegInput(input)],
    filterGraph: undefined,
    outputOptions: [
      '-map',
      `0:${stream}`,
      '-an',
      '-vf',
      filters.join(','),
      '-frames:v',
      String(frames),
      '-f',
      'rawvideo',
    ],
    output,
    outputIsPipe: true,
  },
});

/** The input, filters and number of frames of one command of a feed. */
interface FeedPart {
  readonly input: ComposeInput;
  readonly filters: ReadonlyArray<string>;
  readonly frames: number;
}

/** The last frame of a source is repeated, so that it is shown on the frame grid of the project. */
const HELD_AT_END = 'tpad=stop_duration=2:stop_mode=clone';
const HELD_FOR_EVER = 'tpad=stop=-1:stop_mode=clone';

/** The command that decodes frames of a video to raw pictures, on the frame grid of the project. */
export const feedCommand = (
  video: Video,
  frames: number,
  format: FeedFormat,
  rate: FrameRate,
  output: string,
): FeedCommand => {
  const { input, toStart } = sourceInput(video);
  const filters = [
    HELD_AT_END,
    ...toStart,
    `fps=${ratio(rate)}:round=up:start_time=0`,
    ...format.filters,
    HELD_FOR_EVER,
  ];
  return feedOf({ input, filters, frames }, video.video.stream, output);
};

/** Maximum size of the pictures that a command buffers to reverse their order, in bytes. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * The commands that write the pictures of retimed media on some frames of the video into one pipe, one after the other.
 * Each reads the source once, from the key frame before the first picture it shows.
 */
export const retimedFeedCommands = (
  video: Omit<Video, 'sourceFrom'>,
  media: RetimedMedia,
  frames: FrameSpan,
  format: FeedFormat,
  rate: FrameRate,
  output: string,
): ReadonlyArray<FeedCommand> => {
  const most = Math.floor(MOST_BYTES / (format.width * format.height * 4));
  return frameRuns(media, frames, rate, most).map((run) =>
    feedOf(retimedPart(video, run, format, rate), video.video.stream, output),
  );
};

const retimedPart = (
  video: Omit<Video, 'sourceFrom'>,
  { instants, isReversed }: FrameRun,
  format: FeedFormat,
  rate: FrameRate,
): FeedPart => {
  // When playing backwards, the frame that begins at an instant has just ended there.
  const tolerance = isReversed ? -EARLY : EARLY;
  const last = video.video.lastFrame / 1000;
  const times = instants.map((instant) => Math.min(instant / 1000 + tolerance, last + EARLY));
  const sourceFrom = Math.max(0, (times[0] ?? 0) - EARLY) * 1000;
  const { input, zero } = sourceInput({ ...video, sourceFrom });
  const picked = pickFilters(
    times.map((time) => time - zero),
    rate,
  );
  const backwards = isReversed ? [`trim=end_frame=${instants.length}`, 'reverse'] : [];
  return {
    input,
    filters: [HELD_AT_END, ...picked, ...format.filters, HELD_FOR_EVER, ...backwards],
    frames: instants.length,
  };
};
