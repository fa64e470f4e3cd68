import { sameJson } from '../../../../domain/codec/json.js';
import type { Document } from '../document.js';
import { freshId } from '../edits.js';
import { merge, type Merged } from './merge.js';
import { underOtherIds } from '../references.js';
import { completed } from '../resolved-document.js';

/**
 * The document with new ids for clips that were added here while a clip with the same id was added elsewhere: they are
 * different clips.
 */
const withOwnIds = (own: Document, base: Document, stored: Document): Document => {
  const known = new Set(base.clips.map(({ id }) => id));
  return own.clips.reduce((document, clip) => {
    const other = stored.clips.find(({ id }) => id === clip.id);
    if (known.has(clip.id) || other === undefined || sameJson(clip, other)) return document;
    const id = freshId({ ...document, clips: [...document.clips, ...stored.clips] }, clip.id);
    const clips = underOtherIds(document.clips, (one) => (one === clip.id ? id : one));
    return { ...document, clips: clips as Document['clips'] };
  }, own);
};

/**
 * What was changed here since `base`, on top of what is stored now. Defaults that the service filled in are no changes.
 * @param preferred which side wins where both changed the same field
 */
export const rebased = (
  base: Document,
  own: Document,
  stored: Document,
  preferred: 'own' | 'stored',
): Merged => merge(completed(base), withOwnIds(completed(own), base, stored), stored, preferred);
