import { sameJson } from '../../../../domain/codec/json.js';
import type { Document } from '../document.js';
import { freshId } from '../edits.js';
import { merge, type Merged } from './merge.js';
import { completed } from '../places.js';

/** Whether a clip may refer to the one with this id, by its times or as what it shows. */
const isReferredTo = (id: string, { clips }: Document): boolean => {
  const text = JSON.stringify(clips);
  const written = JSON.stringify(id).slice(1, -1);
  return [`"after":"${written}"`, `"clip":"${written}"`, `:"${written}.`].some((form) => text.includes(form));
};

/**
 * The document with new ids for clips that were added here while a clip with the same id was added elsewhere: they are
 * different clips. A clip to which others refer keeps its id.
 */
const withOwnIds = (own: Document, base: Document, stored: Document): Document => {
  const known = new Set(base.clips.map(({ id }) => id));
  return own.clips.reduce((document, clip) => {
    const other = stored.clips.find(({ id }) => id === clip.id);
    if (known.has(clip.id) || other === undefined || sameJson(clip, other)) return document;
    if (isReferredTo(clip.id, document)) return document;
    const id = freshId({ ...document, clips: [...document.clips, ...stored.clips] }, clip.id);
    return { ...document, clips: document.clips.with(document.clips.indexOf(clip), { ...clip, id }) };
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
