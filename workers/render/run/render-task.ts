import type { Composition } from '../../../domain/composition/composition.js';
import type { Render } from '../../../domain/render/state.js';
import type { RenderTask } from '../ports/renderer.js';

/** What is rendered for a request. */
export const renderTask = (
  { renderId, ownerId, video, quality, digitalSourceType, output: outputs }: Render,
  stem: string,
): RenderTask => ({
  renderId,
  ownerId,
  composition: video.composition,
  video: { videoId: video.videoId, version: video.version },
  stem,
  ...(quality ? { quality } : {}),
  ...(digitalSourceType ? { digitalSourceType } : {}),
  ...(outputs ? { outputs } : {}),
});

/** The composition of a render with the words that its captions were given. */
export const captionedComposition = ({ video: { composition }, captionedClips }: Render): Composition =>
  captionedClips ? { ...composition, clips: captionedClips } : composition;
