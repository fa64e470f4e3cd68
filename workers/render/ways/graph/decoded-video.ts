import type { FrameRate } from '../../../../domain/composition/timeline.js';
import type { VideoLayer } from '../../plan/layers.js';
import type { ComposeInput, ComposeOutput } from '../../ports/media-engine.js';
import type { ProbedVideo } from '../../ports/media-probe.js';
import { isHdr } from '../../compose/color-conversion.js';
import { movieInput, nutInput, ratio } from '../../compose/inputs.js';
import { sourceInput } from '../../compose/source-input.js';

/** The frames of a video layer, on the frame grid of the project, before they are converted. */
export interface DecodedVideo {
  readonly chain: string;
  /** A decoded frame that is written as well. */
  readonly written?: ComposeOutput;
}

/**
 * How long the last frame of a source is extended before `fps`, in seconds: `fps` drops a last frame that begins and
 * ends between two frames of the project, although the next frame must show it.
 */
const LAST_FRAME_HELD = 2;

/**
 * The filter chain that decodes a video layer, or reads its decoded frame.
 * @param name the prefix of the labels
 * @param open adds an input to the command and returns its number
 */
export const decodedVideo = (
  layer: VideoLayer,
  name: string,
  rate: FrameRate,
  open: (input: ComposeInput) => number,
): DecodedVideo => {
  const { video, decoded } = layer;
  if (decoded?.shownAt !== undefined) {
    const { path, shownAt, writtenTo } = decoded;
    const only = `trim=start_pts=${shownAt}:end_pts=${shownAt + 1},settb=1/(${ratio(rate)}),setpts=0`;
    const chain = `[${open(movieInput(path))}:v]${only}`;
    return writtenTo === undefined ? { chain } : alsoWritten(chain, KEPT_LABEL, writtenTo, name);
  }
  if (decoded?.isThere) return { chain: `[${open(nutInput(decoded.path))}:v]null` };
  const { input, filters } = sourceFrames(layer, rate);
  const chain = `[${open(input)}:${video.stream}]${filters}`;
  if (!decoded) return { chain };
  return alsoWritten(`${chain},trim=end_frame=1`, `[${name}k]`, decoded.path, name);
};

/** The label of a frame that is written by a command which opens its files in its graph: all have the same options. */
export const KEPT_LABEL = '[kept]';

/** A chain that gives one frame, which is written as well. */
const alsoWritten = (chain: string, kept: string, file: string, name: string): DecodedVideo => {
  const shown = `[${name}s]`;
  return { chain: `${chain},split${kept}${shown};${shown}null`, written: writtenFrame(kept, file) };
};

/** The input of a video layer, and the filters that put its frames on the frame grid of the project. */
export const sourceFrames = (
  layer: VideoLayer,
  rate: FrameRate,
): { readonly input: ComposeInput; readonly filters: string } => {
  const { input, toStart } = sourceInput(layer);
  const filters = [
    `tpad=stop_duration=${LAST_FRAME_HELD}:stop_mode=clone`,
    ...toStart,
    `fps=${ratio(rate)}:round=up:start_time=0`,
  ];
  return { input, filters: filters.join(',') };
};

/** The output of a frame that is kept. @param label that of a filter which gives one frame */
export const writtenFrame = (label: string, path: string): ComposeOutput => ({
  label,
  frames: 1,
  encoder: 'rawvideo',
  encoderOptions: {},
  format: 'nut',
  formatOptions: { fflags: '+bitexact' },
  path,
});

/** Maximum size of a frame that is written, px: that of 8K. */
const MOST_PIXELS = 7680 * 4320;

/** The pixel formats that NUT returns as they were. It has no full range, but the conversion names the range. */
const PRESERVED =
  /^(?:(?:yuv[aj]?4[124][024]p|gbra?p|gray)(?:(?:10|12)le)?|rgb24|bgr24|rgba|bgra|argb|bgr0|rgb48le|rgba64le|pal8)$/;

/**
 * Whether a frame of a video that was written and read again gives the same pixels. How frames of HDR are converted also
 * depends on what their file states of them, which is not written.
 */
export const isPreserved = (video: ProbedVideo): boolean =>
  PRESERVED.test(video.pixelFormat) && !isHdr(video) && video.width * video.height <= MOST_PIXELS;
