import { useEffect, useRef } from 'react';
import type { Document, Saved } from './document.js';
import type { DraftStore } from './draft.js';

/** How long after the last change the document is kept in this browser, ms. */
const KEEP_AFTER = 200;

/**
 * Keeps work in this browser while it is not saved: a moment after each change, and when the page is left. If there is
 * no room for it, the browser asks before the page is left.
 */
export const useDraft = (
  drafts: DraftStore | undefined,
  saved: Saved,
  document: Document,
  isDirty: boolean,
): void => {
  const latest = useRef({ base: saved, document });
  latest.current = { base: saved, document };
  useEffect(() => {
    if (drafts === undefined || !isDirty) return undefined;
    const timer = setTimeout(() => drafts.keep({ base: saved, document }), KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [drafts, saved, document, isDirty]);
  useEffect(() => {
    if (drafts === undefined) return undefined;
    if (!isDirty) {
      drafts.forget();
      return undefined;
    }
    const keep = (): boolean => drafts.keep(latest.current);
    const leave = (event: Event): void => {
      if (!keep()) event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('beforeunload', leave);
      window.removeEventListener('pagehide', keep);
    };
  }, [drafts, isDirty]);
};
