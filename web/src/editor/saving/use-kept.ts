import { useEffect } from 'react';
import { useWindowEvent } from '../../shared/use-window-event.js';
import type { DraftStore } from './draft.js';

/** The debounce before work is stored in this browser, in ms. */
const KEEP_AFTER = 200;

/**
 * Stores unsaved work in this browser, a moment after each change and when the page is left. If there is no room for it,
 * the browser asks before the page is left.
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
