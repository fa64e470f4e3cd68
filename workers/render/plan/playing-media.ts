import type { ListedClip } from './clip-frames.js';
import type { SceneContext } from './scenes/scene-builder.js';

/** Whether a video or an animation plays in a clip, or in the file of its mask. */
export const playsWith = (
  { at }: Pick<ListedClip, 'at'>,
  { sources }: Pick<SceneContext, 'sources'>,
): boolean =>
  [at, `${at}.effects.mask`].some((path) => {
    const probed = sources.get(path)?.probed;
    return probed !== undefined && (probed._tag === 'Media' || probed.pageDurations.length > 1);
  });
