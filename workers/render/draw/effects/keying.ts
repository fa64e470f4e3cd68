import type { ChromaKey } from '../../../../domain/composition/fields/effects.js';
import type { ResolvedClip, ResolvedClipOf } from '../../../../domain/composition/resolve/resolved.js';
import { type Drawable, type DrawingTools, type Surface, areaOf } from '../context.js';
import { chromaKey } from './pixel-filters.js';

/** Whether a clip shows media, which is keyed in its own pixels before it is fitted. Other clips are keyed as drawn. */
export const isMedia = (clip: ResolvedClip): clip is ResolvedClipOf<'video' | 'image'> =>
  clip.type === 'video' || clip.type === 'image';

/** Makes the key colour transparent on a surface. */
export const withKey = (surface: Surface, key: ChromaKey, tools: DrawingTools): Surface => {
  const { data, put } = tools.samples(surface);
  chromaKey(data, key);
  put();
  return surface;
};

/** A copy of media without its key colour, in its own pixels. */
export const keyedMedia = (media: Drawable, key: ChromaKey, tools: DrawingTools): Surface => {
  const copy = tools.surface(media.width, media.height);
  tools.draw(copy.context, media, areaOf(media), areaOf(media));
  return withKey(copy, key, tools);
};

const keyedPictures = new WeakMap<Drawable, Map<string, Surface>>();

/** As {@link keyedMedia}, but cached for each key, because pictures do not change. */
export const keyedPicture = (picture: Drawable, key: ChromaKey, tools: DrawingTools): Surface => {
  const byKey = keyedPictures.get(picture) ?? new Map<string, Surface>();
  keyedPictures.set(picture, byKey);
  const name = JSON.stringify(key);
  const keyed = byKey.get(name) ?? keyedMedia(picture, key, tools);
  byKey.set(name, keyed);
  return keyed;
};
