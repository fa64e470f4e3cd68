import type { Clip } from '../../../../clients/typescript/core/types.js';
import type { Document } from '../document.js';
import { namedBy } from '../references.js';

/** Up to so many clips, a document is prepared at once. */
const WHOLE_UP_TO = 24;

/** How much of a longer document is prepared at a time, ms. */
export const WINDOW = 6000;

/** Whether a document is prepared in windows. Its length must be known, or it would be that of the window. */
export const isWindowed = ({ metadata, clips }: Document): boolean =>
  clips.length > WHOLE_UP_TO && typeof metadata.duration === 'number';

const isHeard = (clip: Clip): boolean =>
  clip.type === 'audio' || clip.type === 'video' || (clip.type === 'group' && clip.clips.some(isHeard));

/** Whether a clip may be seen in a window. Where its times are not all numbers, only the service knows. */
const mayBeSeen = ({ type, timeFrame }: Clip, from: number): boolean => {
  const { start = 0, end, after } = timeFrame;
  if (type === 'audio') return false;
  if (after !== undefined || typeof end !== 'number') return true;
  return start < from + WINDOW && end > from;
};

/** The document with only these clips, and those that others name. */
const reduced = (document: Document, isKept: (clip: Clip) => boolean): Document => {
  const kept = document.clips.filter((clip) => isKept(clip));
  const named = namedBy(kept);
  if (document.clips.every((clip) => kept.includes(clip) || !named.has(clip.id)))
    return { ...document, clips: kept };
  return reduced(document, (clip) => isKept(clip) || named.has(clip.id ?? ''));
};

/** What is seen of a document from a time on, without its sound. */
export const seenFrom = (document: Document, from: number): Document => {
  const { soundtrack: _, ...metadata } = document.metadata;
  return reduced({ ...document, metadata }, (clip) => mayBeSeen(clip, from));
};

/** What is heard of a document; undefined: nothing. */
export const soundOnly = (document: Document): Document | undefined =>
  document.metadata.soundtrack === undefined && !document.clips.some(isHeard)
    ? undefined
    : reduced(document, isHeard);
