import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../clients/typescript/core/client.js';
import type { VideoPatch } from '../../../clients/typescript/core/types.js';
import type { VideoAccess } from '../shared/access.js';
import { type Document, documentOf, sameDocument, type Saved } from './document.js';
import type { DraftStore } from './draft.js';
import { merge, type Overlap } from './merge.js';
import { mergePatchBetween } from './merge-patch.js';

/** How long after the last change the document is saved, ms. */
const SAVE_AFTER = 800;
/** How long after the last change the document is kept in this browser, ms. */
const KEEP_AFTER = 200;
/** How long after a lost connection saving is tried again, ms. */
const RETRY_AFTER = 3000;

export type SaveStatus =
  | { readonly _tag: 'Saved' }
  | { readonly _tag: 'Unsaved' }
  | { readonly _tag: 'Saving' }
  | { readonly _tag: 'Offline' }
  | { readonly _tag: 'Refused'; readonly problems: ReadonlyArray<string> }
  /** Somebody else changed the same parts: a person has to choose. */
  | { readonly _tag: 'Conflict'; readonly overlaps: ReadonlyArray<Overlap>; readonly stored: Saved };

const patchBetween = (before: Document, after: Document): VideoPatch => {
  const metadata = mergePatchBetween({ ...before.metadata }, { ...after.metadata });
  const additional = mergePatchBetween({ ...before.additional }, { ...after.additional });
  const clipsDiffer = JSON.stringify(before.clips) !== JSON.stringify(after.clips);
  return {
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    ...(Object.keys(additional).length > 0 ? { additional } : {}),
    ...(clipsDiffer ? { clips: after.clips } : {}),
  };
};

/**
 * Keeps work in this browser while it is not saved: a moment after each change, and when the page is left. If there is
 * no room for it, the browser asks before the page is left.
 */
const useDraft = (
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

export interface Saving {
  readonly status: SaveStatus;
  readonly saved: Saved;
  /** Ends a conflict: one side's form of what both changed is kept. */
  readonly resolve: (preferred: 'own' | 'stored') => void;
}

/**
 * Saves the document a moment after each change, on the condition that nobody else changed it. If somebody did, what
 * does not overlap is merged by itself.
 */
export const useSaving = (
  { client, videoId }: VideoAccess,
  drafts: DraftStore | undefined,
  initial: Saved,
  document: Document,
  isValid: boolean,
  load: (document: Document) => void,
): Saving => {
  const [saved, setSaved] = useState(initial);
  const [status, setStatus] = useState<SaveStatus>({ _tag: 'Saved' });
  const busy = useRef(false);
  const [attempt, setAttempt] = useState(0);

  const current = useCallback(async (): Promise<Saved> => {
    const { video, etag } = await client.videos.getVersioned(videoId);
    return { document: documentOf(video), etag };
  }, [client, videoId]);

  const save = useCallback(async (): Promise<void> => {
    setStatus({ _tag: 'Saving' });
    try {
      const patch = patchBetween(saved.document, document);
      const { etag } =
        Object.keys(patch).length > 0
          ? await client.videos.updateVersioned(videoId, patch, { ifMatch: saved.etag })
          : saved;
      setSaved({ document, etag });
      setStatus({ _tag: 'Saved' });
    } catch (error) {
      if (!(error instanceof ApiError)) {
        setStatus({ _tag: 'Offline' });
        return;
      }
      if (error.status !== 412) {
        setStatus({ _tag: 'Refused', problems: error.problems });
        return;
      }
      const stored = await current();
      const merged = merge(saved.document, document, stored.document, 'own');
      if (merged.overlaps.length > 0) {
        setStatus({ _tag: 'Conflict', overlaps: merged.overlaps, stored });
        return;
      }
      setSaved(stored);
      load(merged.document);
      setStatus({ _tag: 'Unsaved' });
    }
  }, [client, videoId, saved, document, current, load]);

  const isDirty = !sameDocument(document, saved.document);
  useDraft(drafts, saved, document, isDirty);
  const waits = status._tag === 'Conflict';
  useEffect(() => {
    if (!isDirty || waits) return undefined;
    // The same status is the same object, so that a change is drawn once.
    setStatus((before) =>
      before._tag === 'Offline' || before._tag === 'Unsaved' ? before : { _tag: 'Unsaved' },
    );
    if (!isValid) return undefined;
    const timer = setTimeout(() => {
      if (busy.current) return;
      busy.current = true;
      void save().finally(() => {
        busy.current = false;
        setAttempt((count) => count + 1);
      });
    }, SAVE_AFTER);
    return () => clearTimeout(timer);
  }, [document, saved, isDirty, waits, isValid, save]);

  const isOffline = status._tag === 'Offline';
  useEffect(() => {
    if (!isOffline) return undefined;
    const again = (): void => void save();
    const timer = setTimeout(again, RETRY_AFTER);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [isOffline, save, attempt]);

  const resolve = (preferred: 'own' | 'stored'): void => {
    if (status._tag !== 'Conflict') return;
    const { document: chosen } = merge(saved.document, document, status.stored.document, preferred);
    setSaved(status.stored);
    load(chosen);
    setStatus({ _tag: 'Unsaved' });
  };
  return { status: !isDirty && status._tag === 'Unsaved' ? { _tag: 'Saved' } : status, saved, resolve };
};
