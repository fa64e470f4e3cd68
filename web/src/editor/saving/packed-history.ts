import { parse, stringify } from 'flatted';
import { type Document, type Editing, editingOf, sameDocument } from '../document.js';

type Steps = Pick<Editing, 'past' | 'present' | 'future'>;

/**
 * The history as text, with as many of the last changes as fit into `mostCharacters`. Parts that its documents share are
 * written once.
 * @returns undefined if even the document and the redo history do not fit
 */
export const packedHistory = (editing: Editing, mostCharacters: number): string | undefined => {
  const { past, present, future } = editing;
  const text = stringify({ past, present, future } satisfies Steps);
  if (text.length <= mostCharacters) return text;
  return past.length === 0
    ? undefined
    : packedHistory({ ...editing, past: past.slice(Math.ceil(past.length / 2)) }, mostCharacters);
};

/** A document with its history. Changes that others made since then become one more step to undo. */
export const unpackedHistory = (text: string, now: Document): Editing => {
  const { past, present, future } = parse(text) as Steps;
  return sameDocument(present, now)
    ? { ...editingOf(present), past, future }
    : { ...editingOf(now), past: [...past, present] };
};
