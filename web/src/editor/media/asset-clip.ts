import { type SourceMedia, mediaClip } from '../add/new-clips.js';
import type { Document } from '../document.js';
import { lasting, withAdded } from '../edits.js';
import type { Places } from '../places.js';
import type { Asset } from './upload.js';

/** The kinds of assets that clips show or play. */
export const CLIPS: ReadonlySet<string> = new Set(['video', 'image', 'audio']);

/** The document with a clip of an asset; a video that is too short for it gets longer. */
export const withAsset = (
  document: Document,
  asset: Asset,
  start: number,
  places: Places,
): { readonly document: Document; readonly id: string } => {
  const media = { ...asset, kind: asset.kind as SourceMedia['kind'] };
  const clip = mediaClip(`asset:${asset._id}`, media, start, { ...places, duration: Infinity });
  const { end } = clip['timeFrame'] as { readonly end: number };
  return { document: withAdded(lasting(document, end), { ...clip, name: asset.name }), id: clip.id };
};
