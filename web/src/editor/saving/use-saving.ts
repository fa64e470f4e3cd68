import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { VideoAccess } from '../../shared/access.js';
import { useWindowEvent } from '../../shared/use-window-event.js';
import { type Document, sameDocument, type Saved, versionOf } from '../document.js';
import type { DraftStore } from './draft.js';
import { useKept } from './use-kept.js';
import { type SaveStatus, type ApplyRemote, useStored } from './use-stored.js';

/** The debounce before the document is saved, in ms. */
const SAVE_AFTER = 800;
/** The delay after a lost connection before saving is tried again, in ms. */
const RETRY_AFTER = 3000;

export interface Saving {
  readonly status: SaveStatus;
  readonly saved: Saved;
  /** Resolves a conflict in favour of one side. */
  readonly resolve: (preferred: 'own' | 'stored') => void;
}

/** Runs one exchange at a time. */
const useExchanges = () => {
  const isBusy = useRef(false);
  const isMissed = useRef(false);
  /** The number of exchanges that have ended, and of those during which another one was requested. */
  const [{ ended, missed }, setEnded] = useState({ ended: 0, missed: 0 });
  /** Runs an exchange. While another one is in progress, it does nothing, and `missed` is incremented afterwards. */
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
 * Saves the document a moment after each change. Changes of others that do not overlap are merged automatically.
 * @param newest the newest stored version, if it is known
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
    // An unchanged status stays the same object, so that React renders once.
    setStatus((before) =>
      before._tag === 'Retrying' || before._tag === 'Unsaved' ? before : { _tag: 'Unsaved' },
    );
    if (!isValid) return undefined;
    const timer = setTimeout(saveNow, SAVE_AFTER);
    return () => clearTimeout(timer);
  }, [document, saved, isDirty, isConflict, isValid, saveNow, missed]);

  const isBehind = !isDirty && newest !== undefined && newest > versionOf(saved.etag);
  const [failed, setFailed] = useState(0);
  useEffect(() => {
    if (!isBehind) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    exchange(async () => {
      const isMerged = await mergeStored().catch(() => false);
      if (!isMerged) timer = setTimeout(() => setFailed((before) => before + 1), RETRY_AFTER);
    });
    return () => clearTimeout(timer);
  }, [isBehind, exchange, mergeStored, missed, failed]);

  const isRetrying = status._tag === 'Retrying';
  useEffect(() => {
    if (!isRetrying) return undefined;
    const timer = setTimeout(saveNow, RETRY_AFTER);
    return () => clearTimeout(timer);
  }, [isRetrying, saveNow, ended]);
  useWindowEvent('online', saveNow, { isOn: isRetrying });

  const resolve = (preferred: 'own' | 'stored'): void => {
    if (status._tag === 'Conflict') continueFrom(status.base, status.stored, preferred);
  };
  const isSettled = status._tag === 'Saved' || status._tag === 'Unsaved';
  // Changes made while an earlier document was being saved are not saved yet.
  return { status: isSettled ? { _tag: isDirty ? 'Unsaved' : 'Saved' } : status, saved, resolve };
};
