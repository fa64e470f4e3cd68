import type { Document, Saved } from '../document.js';

/** Unsaved work and the version it is based on. */
export interface UnsavedDocument {
  readonly base: Saved;
  readonly document: Document;
}

/** Unsaved work of one video, kept in this browser: it survives a closed tab and a lost connection. */
export interface DraftStore<Work = UnsavedDocument> {
  /** What an earlier visit, or another tab, left unsaved. */
  readonly found: Work | undefined;
  /** @returns whether there was room for it */
  readonly keep: (work: Work) => boolean;
  /** Forgets the work of this tab, and what it went on from. */
  readonly forget: () => void;
}

/** Names this tab, also after a reload. */
const tabName = (): string => {
  const known = sessionStorage.getItem('tab');
  // Browsers have `crypto.randomUUID` only on pages that came over HTTPS or from this machine.
  const name = known ?? [...crypto.getRandomValues(new Uint8Array(8))].join('-');
  if (known === null) sessionStorage.setItem('tab', name);
  return name;
};

/**
 * Each tab has a draft of its own, so that none replaces that of another.
 * @param kind what is kept: changes that are not saved, or JSON that cannot be applied yet
 */
export const draftStore = <Work = UnsavedDocument>(
  videoId: string,
  kind: 'draft' | 'json',
): DraftStore<Work> => {
  const prefix = `${kind}:${videoId}:`;
  const own = `${prefix}${tabName()}`;
  const others = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)).filter(
    (key): key is string => key !== null && key.startsWith(prefix) && key !== own,
  );
  const taken = [own, ...others].find((key) => localStorage.getItem(key) !== null) ?? own;
  const text = localStorage.getItem(taken);
  const found = text === null ? undefined : (JSON.parse(text) as Work);
  // Nothing is kept twice: another tab may have taken it over and applied it, and this one may be closed long after that.
  let kept = taken === own ? found : undefined;
  return {
    found,
    keep: (work) => {
      try {
        if (work !== kept) localStorage.setItem(own, JSON.stringify(work));
        kept = work;
        return true;
      } catch {
        return false; // the storage is full
      }
    },
    forget: () => {
      kept = undefined;
      for (const key of [own, taken]) localStorage.removeItem(key);
    },
  };
};
