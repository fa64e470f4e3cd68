import { textStates } from '../../../../domain/composition/animation/text-states.js';
import { type ClipPath, clipPath } from '../../../../domain/composition/clips/clip-paths.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import type { ResolvedClip, ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import {
  type FrameRate,
  frameCount,
  frameRate,
  type FrameSpan,
  overlapOf,
} from '../../../../domain/composition/timeline.js';
import { framesOf } from '../../plan/clip-frames.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';

/** @throws RenderError if a counter or a text with keyframes has more states than a render may rasterize */
export const refuseTooManyTexts = ({ metadata, clips }: ResolvedComposition): void => {
  const rate = frameRate(metadata.fps);
  refuse(clips, { from: 0, to: frameCount(metadata.duration, rate) }, rate);
};

const refuse = (
  clips: ReadonlyArray<ResolvedClip>,
  frames: FrameSpan,
  rate: FrameRate,
  within?: ClipPath,
): void => {
  for (const [index, clip] of clips.entries()) {
    const at = clipPath(index, within);
    if (clip.type === 'group') refuse(clip.clips, frames, rate, at);
    const shown = overlapOf(frames, framesOf({ clip, origin: 0 }, { rate, frames: frames.to }));
    const most = LIMITS.textStates + 1;
    if (clip.type === 'text' && textStates(clip, shown, rate, 0, most).length === most)
      throw new RenderError({
        _tag: 'DrawingFailed',
        message: `the text changes more than ${LIMITS.textStates} times`,
        clip: at,
      });
  }
};
