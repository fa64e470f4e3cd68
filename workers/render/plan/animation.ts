import type { ProbedImage } from '../ports/media-probe.js';
import {
  type FrameRate,
  type FrameSpan,
  firstFrameFrom,
  instantOf,
} from '../../../domain/composition/timeline.js';
import { isRetimed } from '../../../domain/composition/animation/retiming.js';
import { startOf, type TimedClip } from './clip-frames.js';
import type { PageCue } from './layers.js';
import { instantsOf, retimedMedia, type RetimedMedia } from './retimed-frames.js';

/**
 * The pages of a clip's image that are shown on the frames of `span`.
 * The number of loops in the file is ignored if the clip sets one.
 */
export const pageCues = (
  listed: TimedClip,
  image: ProbedImage,
  rate: FrameRate,
  span: FrameSpan,
): ReadonlyArray<PageCue> => {
  const { offset, loop } = listed.clip.timeFrame;
  const { pageDurations, plays } = image;
  const cycleMs = pageDurations.reduce((sum, ms) => sum + ms, 0);
  const media = cycleMs * (loop !== undefined ? 1 : plays === 0 ? Infinity : plays);
  const retimed = cycleMs > 0 && pageDurations.length > 1 ? playedMediaOf(listed, media) : undefined;
  if (!retimed) return animationPages(image, { start: startOf(listed), offset }, rate, span);
  const cues: PageCue[] = [];
  for (const [index, instant] of instantsOf(retimed, span, rate).entries()) {
    const shown = retimed.retiming.isReversed ? instant - NEAR : Math.min(instant, media - NEAR);
    const page = pageAt(pageDurations, Math.max(0, shown) % cycleMs);
    const at = span.from + index;
    const last = cues.at(-1);
    if (last?.page === page) cues[cues.length - 1] = { page, span: { from: last.span.from, to: at + 1 } };
    else cues.push({ page, span: { from: at, to: at + 1 } });
  }
  return cues;
};

/** Tolerance for the end of a page, in ms. */
const NEAR = 1e-3;

/** How a clip plays an animation, if it overrides the file. */
const playedMediaOf = (listed: TimedClip, media: number): RetimedMedia | undefined => {
  const retimed = retimedMedia(listed, media);
  return listed.clip.timeFrame.loop === undefined && !isRetimed(retimed.retiming) ? undefined : retimed;
};

const pageAt = (durations: ReadonlyArray<number>, instant: number): number => {
  let end = 0;
  const page = durations.findIndex((duration) => {
    end += duration;
    return instant < end;
  });
  return page < 0 ? durations.length - 1 : page;
};

/**
 * The pages of an image that are shown on the frames of `span`. An animation starts at the clip's start plus its
 * offset, plays as often as its file specifies, and then stays on its last page.
 */
const animationPages = (
  { pageDurations, plays }: ProbedImage,
  { start, offset = 0 }: { readonly start: number; readonly offset?: number | undefined },
  rate: FrameRate,
  span: FrameSpan,
): ReadonlyArray<PageCue> => {
  const cycleMs = pageDurations.reduce((sum, ms) => sum + ms, 0);
  if (pageDurations.length < 2 || cycleMs <= 0) return [{ page: 0, span }];
  const cues: PageCue[] = [];
  const first = Math.max(0, instantOf(span.from, rate) - start + offset);
  let cycle = Math.floor(first / cycleMs);
  for (let from = span.from; from < span.to; cycle += 1) {
    if (plays > 0 && cycle >= plays) {
      cues.push({ page: pageDurations.length - 1, span: { from, to: span.to } });
      break;
    }
    let ends = start - offset + cycle * cycleMs;
    for (const [page, duration] of pageDurations.entries()) {
      ends += duration;
      const to = Math.min(span.to, firstFrameFrom(ends, rate));
      if (to > from) cues.push({ page, span: { from, to } });
      from = Math.max(from, to);
    }
  }
  return cues;
};
