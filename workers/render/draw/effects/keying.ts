import type { ChromaKey } from '../../../../domain/composition/format/effects.js';
import type { ResolvedClip, ResolvedClipOf } from '../../../../domain/composition/resolve/resolved.js';
import { type Drawable, type DrawingTools, type Surface, wholeOf } from '../context.js';
import { chromaKey } from './pixel-filters.js';

/** Whether a clip shows media, which is keyed in its own pixels before it is fitted: other clips are keyed as drawn. */
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
  tools.draw(copy.context, media, wholeOf(media), wholeOf(media));
  return withKey(copy, key, tools);
};

const known = new WeakMap<Drawable, Map<string, Surface>>();

/** The same for a picture, which does not change: it is keyed once. */
export const keyedPicture = (picture: Drawable, key: ChromaKey, tools: DrawingTools): Surface => {
  const byKey = known.get(picture) ?? new Map<string, Surface>();
  known.set(picture, byKey);
  const name = JSON.stringify(key);
  const keyed = byKey.get(name) ?? keyedMedia(picture, key, tools);
  byKey.set(name, keyed);
  return keyed;
};
