import { keep, kept } from '../../shared/kept.js';
import type { Document, Saved } from '../document.js';

/** Unsaved work and the version it is based on. */
export interface UnsavedDocument {
  readonly base: Saved;
  readonly document: Document;
}

/** Unsaved work on one video, stored in this browser, so that it survives a closed tab and a lost connection. */
export interface DraftStore<Work = UnsavedDocument> {
  /** The work that an earlier visit or another tab left unsaved. */
  readonly found: Work | undefined;
  /** Stores work. @returns whether there was room for it */
  readonly keep: (work: Work) => boolean;
  /** Removes the work of this tab, and the draft that it continued. */
  readonly forget: () => void;
}

/**
 * The name of this tab. It survives a reload. It is in the storage of the tab only between two pages, because a browser
 * that duplicates a tab copies that storage.
 */
const tabName = (): string => {
  // Browsers have `crypto.randomUUID` only on pages that came over HTTPS or from this machine.
  const name = sessionStorage.getItem('tab') ?? [...crypto.getRandomValues(new Uint8Array(8))].join('-');
  const forget = (): void => sessionStorage.removeItem('tab');
  forget();
  window.addEventListener('pagehide', () => sessionStorage.setItem('tab', name));
  window.addEventListener('pageshow', forget); // back from the cache of pages
  return name;
};

const TAB_NAME = tabName();

/**
 * Opens the draft of this tab. Each tab has its own, so that tabs do not overwrite each other's drafts.
 * @param kind unsaved changes, or JSON that cannot be applied yet
 */
export const draftStore = <Work = UnsavedDocument>(
  videoId: string,
  kind: 'draft' | 'json',
): DraftStore<Work> => {
  const prefix = `${kind}:${videoId}:`;
  const own = `${prefix}${TAB_NAME}`;
  const others = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)).filter(
    (key): key is string => key !== null && key.startsWith(prefix) && key !== own,
  );
  const continued = [own, ...others].find((key) => localStorage.getItem(key) !== null) ?? own;
  const found = kept(continued) as Work | undefined;
  // The same work is not stored again: another tab may have continued and applied it before this tab is closed.
  let stored = continued === own ? found : undefined;
  return {
    found,
    keep: (work) => {
      if (work !== stored && !keep(own, work)) return false;
      stored = work;
      return true;
    },
    forget: () => {
      stored = undefined;
      for (const key of [own, continued]) keep(key, undefined);
    },
  };
};
