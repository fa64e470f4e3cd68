import { useEffect } from 'react';
import { useWindowEvent } from '../../shared/use-window-event.js';
import type { DraftStore } from './draft.js';

/** How long after the last change the document is kept in this browser, ms. */
const KEEP_AFTER = 200;

/**
 * Keeps work in this browser while it is not saved: a moment after each change, and when the page is left. If there is
 * no room for it, the browser asks before the page is left.
 * @param work undefined: everything is saved
 */
export const useKept = <Work>(drafts: DraftStore<Work>, work: Work | undefined): void => {
  const isUnsaved = work !== undefined;
  const keep = (): boolean => work === undefined || drafts.keep(work);
  useEffect(() => {
    if (work === undefined) return undefined;
    const timer = setTimeout(() => drafts.keep(work), KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [drafts, work]);
  useEffect(() => {
    if (!isUnsaved) drafts.forget();
  }, [drafts, isUnsaved]);
  const listening = { isOn: isUnsaved };
  useWindowEvent(
    'beforeunload',
    (event) => {
      if (!keep()) event.preventDefault();
    },
    listening,
  );
  useWindowEvent('pagehide', keep, listening);
};
