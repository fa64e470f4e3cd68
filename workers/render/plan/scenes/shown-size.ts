import type { Canvas } from '../../../../domain/composition/composition.js';
import type { ProbedVideo } from '../../ports/media-probe.js';

/**
 * The size at which a video is shown, in whole px. If its pixels are not square, one side is larger than in the file, as
 * in browsers (HTML, section 4.8.9: "natural width").
 */
export const shownSize = ({
  width,
  height,
  pixelAspect = 1,
}: Pick<ProbedVideo, 'width' | 'height' | 'pixelAspect'>): Canvas => ({
  width: Math.round(width * Math.max(1, pixelAspect)),
  height: Math.round(height / Math.min(1, pixelAspect)),
});
