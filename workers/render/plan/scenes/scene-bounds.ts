import { lookAt } from '../../../../domain/composition/animation/look.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import { intersectionOf, type Rect, unionOf } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import { type FrameRate, type FrameSpan, instantOf } from '../../../../domain/composition/timeline.js';
import { coveredBy, isUnbounded } from '../../draw/covered.js';

/**
 * The part of the canvas that a clip covers on any frame of `span`, in whole px; undefined if none.
 * @param part the area that it draws, if known, in px of its box at rest
 */
export const boundsOf = (
  clip: ResolvedClip,
  span: FrameSpan,
  rate: FrameRate,
  canvas: Canvas,
  part?: Rect,
): Rect | undefined => {
  const whole = { x: 0, y: 0, ...canvas };
  if (isUnbounded(clip) && !part) return whole;
  const rects: Rect[] = [];
  for (let frame = span.from; frame < span.to; frame += 1) {
    const look = lookAt(clip, instantOf(frame, rate) - clip.timeFrame.start, canvas);
    if (look.opacity > 0) rects.push(coveredBy(clip, look, part));
  }
  const all = unionOf(rects);
  return all && intersectionOf(all, whole);
};
