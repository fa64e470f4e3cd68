import type { FrameRate } from '../../../../domain/composition/timeline.js';
import type { VideoLayer } from '../../plan/layers.js';
import { instantsOf } from '../../plan/retimed-frames.js';
import type { ComposeInput } from '../../ports/media-engine.js';
import { ratio } from '../../compose/inputs.js';
import { sourceInput, timedInput } from '../../compose/source-input.js';

/**
 * How long the last frame of a source is extended before `fps`, in seconds: `fps` drops a last frame that begins and
 * ends between two frames of the project, although the next frame must show it.
 */
const LAST_FRAME_HELD = 2;

/**
 * The filter chain that produces the frames of a video layer at the frame rate of the project.
 * @param open adds an input and returns its number
 */
export const decodedVideo = (
  layer: VideoLayer,
  rate: FrameRate,
  open: (input: ComposeInput) => number,
): string => {
  const { video, retimed, span, sourceFrom } = layer;
  const frames = span.to - span.from;
  if (retimed) {
    const { firstFrame, retiming } = retimed;
    const instants = instantsOf(retimed, { from: firstFrame, to: firstFrame + frames }, rate);
    return `[${open(timedInput(layer, instants, rate, retiming.isReversed))}:${video.stream}]null`;
  }
  if (frames === 1) return `[${open(timedInput(layer, [sourceFrom], rate))}:${video.stream}]null`;
  const { input, toStart } = sourceInput(layer);
  const filters = [
    `tpad=stop_duration=${LAST_FRAME_HELD}:stop_mode=clone`,
    ...toStart,
    `fps=${ratio(rate)}:round=up:start_time=0`,
  ];
  return `[${open(input)}:${video.stream}]${filters.join(',')}`;
};
