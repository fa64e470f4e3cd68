import { windowsOf } from '../../../../domain/composition/animation/transitions.js';
import { type Push, pushesAmong } from '../../../../domain/composition/pushers.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import { type FrameSpan, framesWithin } from '../../../../domain/composition/timeline.js';
import type { ListedClip, SceneContext } from './scene-builder.js';

/** The pushes by other clips that move this one. */
export const pushesOf = (
  clip: ResolvedClip,
  siblings: ReadonlyArray<ListedClip>,
): ReadonlyArray<Push<ResolvedClip>> =>
  pushesAmong<{ readonly clip: ResolvedClip }>({ clip }, siblings, (listed) => listed.clip.timeFrame).map(
    ({ clip: { clip: pusher }, side }) => ({ clip: pusher, side }),
  );

/** The frames on which a clip is pushed; `origin` is the start of the group it is in, ms. */
export const pushedFrames = (
  clip: ResolvedClip,
  siblings: ReadonlyArray<ListedClip>,
  origin: number,
  { rate, frames }: Pick<SceneContext, 'rate' | 'frames'>,
): ReadonlyArray<FrameSpan> =>
  pushesOf(clip, siblings).map(({ clip: { timeFrame, transition }, side }) => {
    const [start, end] = [origin + timeFrame.start, origin + timeFrame.end];
    const windows = windowsOf(transition, end - start);
    const moving = side === 'in' ? { start, end: start + windows.in } : { start: end - windows.out, end };
    return framesWithin(moving, rate, frames);
  });
