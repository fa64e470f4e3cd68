import { type Document, withClip } from '../document.js';
import { withoutClips } from '../edits.js';
import type { Places } from '../places.js';

/** A video without its sound. */
const silenced = (document: Document, id: string): Document =>
  withClip(document, id, ({ keyframes, ...clip }) => ({
    ...clip,
    volume: 0,
    ...(keyframes ? { keyframes: keyframes.filter(({ property }) => property !== 'volume') } : {}),
  }));

/**
 * The document as it is seen and heard in the editor while these clips are solo: of sounds only theirs, if there are
 * sounds among them, and of pictures only theirs, if there are pictures. The video and its renders stay as they are.
 */
export const withSolo = (document: Document, solo: ReadonlySet<string>, places: Places): Document => {
  const chosen = document.clips.filter(({ id }) => solo.has(id));
  const others = document.clips.filter(({ id }) => !solo.has(id));
  const areSounds = chosen.some(({ type }) => type === 'audio');
  const arePictures = chosen.some(({ type }) => type !== 'audio');
  const left = others.filter(({ type }) => (type === 'audio' ? areSounds : arePictures)).map(({ id }) => id);
  const kept = left.length === 0 ? document : withoutClips(document, left, places);
  if (!areSounds || arePictures) return kept;
  return others.filter(({ type }) => type === 'video').reduce((all, { id }) => silenced(all, id), kept);
};
