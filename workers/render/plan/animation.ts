import type { ProbedImage } from '../ports/media-probe.js';
import type { FrameRate, FrameSpan } from '../../../domain/composition/timeline.js';
import type { TimedClip } from './clip-frames.js';
import type { PageCue } from './layers.js';
import { instantsOf, retimedMedia } from './retimed-frames.js';

/** The pages of a clip's image that are shown on the frames of `span`, ascending. The `page` of a cue is its index there. */
export const shownPages = (
  ...parameters: Parameters<typeof pageCues>
): { readonly pages: ReadonlyArray<number>; readonly cues: ReadonlyArray<PageCue> } => {
  const cues = pageCues(...parameters);
  const pages = [...new Set(cues.map(({ page }) => page))].toSorted((a, b) => a - b);
  const numbers = new Map(pages.map((page, number) => [page, number]));
  return { pages, cues: cues.map(({ page, span }) => ({ page: numbers.get(page) ?? 0, span })) };
};

/**
 * An animation plays as often as its file specifies, unless the clip sets whether it loops. Then it stays on its last
 * page.
 */
const pageCues = (
  listed: TimedClip,
  { pageDurations, plays }: ProbedImage,
  rate: FrameRate,
  span: FrameSpan,
): ReadonlyArray<PageCue> => {
  let cycleMs = 0;
  const ends = pageDurations.map((duration) => (cycleMs += duration));
  if (ends.length < 2 || cycleMs <= 0) return [{ page: 0, span }];
  const isLooped = listed.clip.timeFrame.loop !== undefined;
  const media = cycleMs * (isLooped ? 1 : plays === 0 ? Infinity : plays);
  const retimed = retimedMedia(listed, media);
  const cues: PageCue[] = [];
  for (const [index, instant] of instantsOf(retimed, span, rate).entries()) {
    const shown = retimed.retiming.isReversed ? instant - NEAR : Math.min(instant, media - NEAR);
    const page = pageAt(ends, Math.max(0, shown) % cycleMs);
    const at = span.from + index;
    const last = cues.at(-1);
    if (last?.page === page) cues[cues.length - 1] = { page, span: { from: last.span.from, to: at + 1 } };
    else cues.push({ page, span: { from: at, to: at + 1 } });
  }
  return cues;
};

/** Tolerance for the end of a page, in ms. */
const NEAR = 1e-3;

/** The page that is shown at an instant: the first that ends later, or the last. */
const pageAt = (ends: ReadonlyArray<number>, instant: number): number => {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (instant < (ends[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
};
