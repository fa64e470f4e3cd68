import { H264_QUALITIES } from '../../compose/h264-qualities.js';
import type { RenderSettings } from '../render-settings.js';
import type { ComposedView } from './compose-view.js';
import type { PlannedFile } from './output-files.js';

/**
 * Whether frames may be copied into an output: not where a quality was asked for that the source may not have, or small
 * files, and not into segments, which end at key frames.
 */
export const mayCopy = ({ output, index }: PlannedFile, { preset }: RenderSettings): boolean =>
  index === 0 &&
  output.format === 'mp4' &&
  output.quality === undefined &&
  preset !== H264_QUALITIES.small.preset;

/** How many frames of a view were copied. */
export const copiedIn = ({ plan, copied }: Pick<ComposedView, 'plan' | 'copied'>): number =>
  [...(copied?.files.keys() ?? [])].reduce((sum, index) => {
    const { from, to } = plan.pieces[index]?.span ?? { from: 0, to: 0 };
    return sum + to - from;
  }, 0);
