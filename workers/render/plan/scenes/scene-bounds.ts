import { lookAt } from '../../../../domain/composition/animation/look.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import { intersectionOf, type Rect, unionOf } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import { type FrameRate, type FrameSpan, instantOf } from '../../../../domain/composition/timeline.js';
import { sweptArea } from './swept-area.js';
import { coveredBy, isUnbounded } from '../../draw/covered.js';

/** How many frames are looked at before a stretch as a whole: usually they show all that is covered. */
const SAMPLES = 8;

/**
 * The part of the canvas that a clip covers on any frame of `span`, in whole px; undefined if none. Frames during which
 * it can't cover more than is known are not looked at one by one, so that a long span costs little more than a short one.
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
  const at = (frame: number): number => instantOf(frame, rate) - clip.timeFrame.start;
  let all: Rect | undefined;
  const add = (frame: number): void => {
    const look = lookAt(clip, at(frame), canvas);
    if (look.opacity > 0) all = unionOf([...(all ? [all] : []), coveredBy(clip, look, part)]);
  };
  const addAll = ({ from, to }: FrameSpan): void => {
    if (from >= to) return;
    if (all && to - from > 1) {
      const swept = sweptArea(clip, { from: at(from), to: at(to - 1) }, canvas, part);
      if (!swept || addsNothing(swept, all, canvas)) return;
    }
    const middle = Math.floor((from + to) / 2);
    add(middle);
    addAll({ from, to: middle });
    addAll({ from: middle + 1, to });
  };
  const length = span.to - span.from;
  if (length > SAMPLES)
    for (let sample = 0; sample <= SAMPLES; sample += 1)
      add(span.from + Math.floor(((length - 1) * sample) / SAMPLES));
  addAll(span);
  return all && intersectionOf(all, whole);
};

/** Whether no more of the canvas lies within the union of both rectangles than within the second. */
const addsNothing = (swept: Rect, all: Rect, canvas: Canvas): boolean =>
  Math.max(0, swept.x) >= Math.max(0, all.x) &&
  Math.max(0, swept.y) >= Math.max(0, all.y) &&
  Math.min(canvas.width, swept.x + swept.width) <= Math.min(canvas.width, all.x + all.width) &&
  Math.min(canvas.height, swept.y + swept.height) <= Math.min(canvas.height, all.y + all.height);
