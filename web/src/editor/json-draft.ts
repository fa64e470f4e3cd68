import { type RefObject, useEffect, useRef } from 'react';
import type { Document } from './document.js';
import { freshId } from './edits.js';

/** Text that is not applied, because it is not valid, and the document from which it was typed. */
export interface JsonDraft {
  readonly text: string;
  readonly base: Document;
}

/** Keeps text that is not applied while another panel is shown. The browser asks before the page is left with it. */
export const useJsonDraft = (): RefObject<JsonDraft | undefined> => {
  const draft = useRef<JsonDraft>(undefined);
  useEffect(() => {
    const ask = (event: Event): void => {
      if (draft.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return draft;
};

/** The document with ids for clips that were typed without. */
export const withIds = (document: Document): Document =>
  document.clips.reduce<Document>(
    (before, { id, type }, index) =>
      (id as string | undefined) === undefined
        ? {
            ...before,
            clips: before.clips.with(index, { ...document.clips[index], id: freshId(before, type) } as never),
          }
        : before,
    document,
  );

/** The change of a text into another, which leaves alone what both begin and end with: the cursor stays where it is. */
export const changeBetween = (before: string, after: string) => {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from += 1;
  let kept = 0;
  while (kept < shortest - from && before.at(-1 - kept) === after.at(-1 - kept)) kept += 1;
  return { from, to: before.length - kept, insert: after.slice(from, after.length - kept) };
};
