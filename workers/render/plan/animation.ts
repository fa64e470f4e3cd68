import type { ProbedImage } from '../ports/media-probe.js';
import {
  type FrameRate,
  type FrameSpan,
  firstFrameFrom,
  instantOf,
} from '../../../domain/composition/timeline.js';
import type { ShownPage } from './layers.js';

/**
 * Which page of an image shows on which frames of `span`. An animation plays from the clip's start plus its offset,
 * as often as its file says, and then keeps its last page.
 */
export const animationPages = (
  { pageDurations, plays }: ProbedImage,
  { start, offset = 0 }: { readonly start: number; readonly offset?: number | undefined },
  rate: FrameRate,
  span: FrameSpan,
): ReadonlyArray<ShownPage> => {
  const round = pageDurations.reduce((sum, ms) => sum + ms, 0);
  if (pageDurations.length < 2 || round <= 0) return [{ page: 0, span }];
  const shows: ShownPage[] = [];
  const first = Math.max(0, instantOf(span.from, rate) - start + offset);
  let cycle = Math.floor(first / round);
  for (let from = span.from; from < span.to; cycle += 1) {
    if (plays > 0 && cycle >= plays) {
      shows.push({ page: pageDurations.length - 1, span: { from, to: span.to } });
      break;
    }
    let ends = start - offset + cycle * round;
    for (const [page, duration] of pageDurations.entries()) {
      ends += duration;
      const to = Math.min(span.to, firstFrameFrom(ends, rate));
      if (to > from) shows.push({ page, span: { from, to } });
      from = Math.max(from, to);
    }
  }
  return shows;
};
