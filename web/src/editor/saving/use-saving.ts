import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { VideoAccess } from '../../shared/access.js';
import { useWindowEvent } from '../../shared/use-window-event.js';
import { type Document, sameDocument, type Saved, versionOf } from '../document.js';
import type { DraftStore } from './draft.js';
import { useKept } from './use-kept.js';
import { type SaveStatus, type ApplyRemote, useStored } from './use-stored.js';

/** How long after the last change the document is saved, ms. */
const SAVE_AFTER = 800;
/** How long after a lost connection saving is tried again, ms. */
const RETRY_AFTER = 3000;

export interface Saving {
  readonly status: SaveStatus;
  readonly saved: Saved;
  /** Ends a conflict: one side's form of what both changed is kept. */
  readonly resolve: (preferred: 'own' | 'stored') => void;
}

/** Runs one exchange at a time. */
const useExchanges = () => {
  const isBusy = useRef(false);
  const isMissed = useRef(false);
  /** How many exchanges have ended, and how many of them while another was asked for. */
  const [{ ended, missed }, setEnded] = useState({ ended: 0, missed: 0 });
  /** Does nothing while another exchange is under way: `missed` counts up afterwards. */
  const exchange = useCallback((work: () => Promise<void>): void => {
    isMissed.current = isBusy.current;
    if (isBusy.current) return;
    isBusy.current = true;
    void work().finally(() => {
      isBusy.current = false;
      const more = isMissed.current ? 1 : 0;
      setEnded((before) => ({ ended: before.ended + 1, missed: before.missed + more }));
    });
  }, []);
  return { exchange, ended, missed };
};

/**
 * Saves the document a moment after each change. If somebody else changed it, what does not overlap is merged by itself.
 * @param newest the version that is stored by now, as far as it is known
 */
export const useSaving = (
  access: VideoAccess,
  drafts: DraftStore,
  initial: Saved,
  document: Document,
  isValid: boolean,
  applyRemote: ApplyRemote,
  newest: number | undefined,
): Saving => {
  const { saved, status, setStatus, save, mergeStored, continueFrom } = useStored(
    access,
    initial,
    document,
    applyRemote,
  );
  const { exchange, ended, missed } = useExchanges();
  const saveNow = useCallback((): void => exchange(save), [exchange, save]);
  const isDirty = !sameDocument(document, saved.document);
  useKept(
    drafts,
    useMemo(() => (isDirty ? { base: saved, document } : undefined), [saved, document, isDirty]),
  );

  const isConflict = status._tag === 'Conflict';
  useEffect(() => {
    if (!isDirty || isConflict) return undefined;
    // The same status is the same object, so that a change is drawn once.
    setStatus((before) =>
      before._tag === 'Offline' || before._tag === 'Unsaved' ? before : { _tag: 'Unsaved' },
    );
    if (!isValid) return undefined;
    const timer = setTimeout(saveNow, SAVE_AFTER);
    return () => clearTimeout(timer);
  }, [document, saved, isDirty, isConflict, isValid, saveNow, missed]);

  const isBehind = !isDirty && newest !== undefined && newest > versionOf(saved.etag);
  useEffect(() => {
    if (isBehind) exchange(() => mergeStored().catch(() => undefined)); // saving merges it otherwise
  }, [isBehind, exchange, mergeStored, missed]);

  const isOffline = status._tag === 'Offline';
  useEffect(() => {
    if (!isOffline) return undefined;
    const timer = setTimeout(saveNow, RETRY_AFTER);
    return () => clearTimeout(timer);
  }, [isOffline, saveNow, ended]);
  useWindowEvent('online', saveNow, { isOn: isOffline });

  const resolve = (preferred: 'own' | 'stored'): void => {
    if (status._tag === 'Conflict') continueFrom(status.base, status.stored, preferred);
  };
  const isSettled = status._tag === 'Saved' || status._tag === 'Unsaved';
  // What was changed while an earlier form was saved is not saved yet.
  return { status: isSettled ? { _tag: isDirty ? 'Unsaved' : 'Saved' } : status, saved, resolve };
};
