import { useEffect, useMemo, useRef } from 'react';
import type { Document, Saved } from '../document.js';
import type { DraftStore } from './draft.js';

/** How long after the last change the document is kept in this browser, ms. */
const KEEP_AFTER = 200;

/**
 * Keeps work in this browser while it is not saved: a moment after each change, and when the page is left. If there is
 * no room for it, the browser asks before the page is left.
 * @param work undefined: everything is saved
 */
export const useKept = <Work>(drafts: DraftStore<Work>, work: Work | undefined): void => {
  const latest = useRef(work);
  latest.current = work;
  const isUnsaved = work !== undefined;
  useEffect(() => {
    if (work === undefined) return undefined;
    const timer = setTimeout(() => drafts.keep(work), KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [drafts, work]);
  useEffect(() => {
    if (!isUnsaved) {
      drafts.forget();
      return undefined;
    }
    const keep = (): boolean => latest.current === undefined || drafts.keep(latest.current);
    const leave = (event: Event): void => {
      if (!keep()) event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('beforeunload', leave);
      window.removeEventListener('pagehide', keep);
    };
  }, [drafts, isUnsaved]);
};

/** Keeps the document in this browser while it is not saved. */
export const useDraft = (drafts: DraftStore, saved: Saved, document: Document, isDirty: boolean): void =>
  useKept(
    drafts,
    useMemo(() => (isDirty ? { base: saved, document } : undefined), [saved, document, isDirty]),
  );
