import type { Canvas } from '../../../../domain/composition/composition.js';
import { intersectionOf, type Rect, unionOf } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import { type FrameRate, type FrameSpan, instantOf } from '../../../../domain/composition/timeline.js';
import { lookAt } from '../../../../domain/composition/animation/look.js';
import { coveredArea, isUnbounded } from '../../draw/covered.js';

/** The most frames that are examined: five minutes at 30 per second. A longer span counts as the whole canvas. */
const MOST_FRAMES = 9000;

/**
 * The part of the canvas that a clip covers on any frame of `span`, in whole px; undefined if none. Examining a frame
 * takes a thousandth of the time of drawing it.
 * @param part the area that the clip draws, if known, in px of its box at rest
 */
export const boundsOf = (
  clip: ResolvedClip,
  span: FrameSpan,
  rate: FrameRate,
  canvas: Canvas,
  part?: Rect,
): Rect | undefined => {
  const whole = { x: 0, y: 0, ...canvas };
  if ((isUnbounded(clip) && !part) || span.to - span.from > MOST_FRAMES) return whole;
  let all: Rect | undefined;
  for (let frame = span.from; frame < span.to; frame += 1) {
    const look = lookAt(clip, instantOf(frame, rate) - clip.timeFrame.start, canvas);
    if (look.opacity > 0) all = unionOf([...(all ? [all] : []), coveredArea(clip, look, part)]);
  }
  return all && intersectionOf(all, whole);
};
