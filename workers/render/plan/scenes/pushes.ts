import { type Push, pushesAmong } from '../../../../domain/composition/pushers.js';
import type { FrameSpan } from '../../../../domain/composition/timeline.js';
import { type ListedClip, transitionFrames } from '../clip-frames.js';
import type { SceneContext } from './scene-builder.js';

/** The pushes by other clips of the list that move this one. */
export const pushesOf = (
  listed: ListedClip,
  siblings: ReadonlyArray<ListedClip>,
): ReadonlyArray<Push<ListedClip>> => pushesAmong(listed, siblings, ({ clip }) => clip.timeFrame);

/** The frames on which a clip is pushed. */
export const pushedFrames = (
  listed: ListedClip,
  siblings: ReadonlyArray<ListedClip>,
  video: Pick<SceneContext, 'rate' | 'frames'>,
): ReadonlyArray<FrameSpan> =>
  pushesOf(listed, siblings).map(({ clip: pusher, side }) => transitionFrames(pusher, video)[side]);
