import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWindowEvent } from '../../shared/use-window-event.js';
import { ApiError } from '../../../../clients/typescript/core/client.js';
import type { VideoPatch } from '../../../../clients/typescript/core/types.js';
import type { VideoAccess } from '../../shared/access.js';
import { documentOfVersion } from '../../versions/version-documents.js';
import { sameJson } from '../../../../domain/codec/json.js';
import { type Document, documentOf, sameDocument, type Saved, versionOf } from '../document.js';
import type { DraftStore } from './draft.js';
import { mergePatchBetween } from './merge-patch.js';
import { completed } from '../resolved-document.js';
import { rebased } from './merge.js';
import { useDraft } from './use-draft.js';
import { useRelease } from '../stage/use-release.js';

/** How long after the last change the document is saved, ms. */
const SAVE_AFTER = 800;
/** How long after a lost connection saving is tried again, ms. */
const RETRY_AFTER = 3000;

export type SaveStatus =
  | { readonly _tag: 'Saved' }
  | { readonly _tag: 'Unsaved' }
  | { readonly _tag: 'Saving' }
  | { readonly _tag: 'Offline' }
  | { readonly _tag: 'Refused'; readonly problems: ReadonlyArray<string> }
  /** Somebody else changed the same parts: a person has to choose. */
  | {
      readonly _tag: 'Conflict';
      readonly overlaps: ReadonlyArray<string>;
      readonly base: Document;
      readonly stored: Saved;
    };

const patchBetween = (before: Document, after: Document): VideoPatch => {
  const metadata = mergePatchBetween({ ...before.metadata }, { ...after.metadata });
  const additional = mergePatchBetween({ ...before.additional }, { ...after.additional });
  return {
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    ...(Object.keys(additional).length > 0 ? { additional } : {}),
    ...(sameJson(before.clips, after.clips) ? {} : { clips: after.clips }),
    ...(sameJson(before.variables, after.variables) ? {} : { variables: after.variables ?? null }),
  };
};

export interface Saving {
  readonly status: SaveStatus;
  readonly saved: Saved;
  /** Ends a conflict: one side's form of what both changed is kept. */
  readonly resolve: (preferred: 'own' | 'stored') => void;
}

/** Takes over what others changed; `rebase` adds it to a form of the document. */
export type TakeOver = (rebase: (document: Document) => Document) => void;

/** What may succeed later: without a connection, and with every error of which the document is not the cause. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [408, 409, 429].includes(error.status);

/**
 * Saves the document a moment after each change, on the condition that nobody else changed it. If somebody did, what
 * does not overlap is merged by itself.
 * @param newest the version that is stored by now, as far as it is known
 */
export const useSaving = (
  { client, videoId }: VideoAccess,
  drafts: DraftStore,
  initial: Saved,
  document: Document,
  isValid: boolean,
  takeOver: TakeOver,
  newest: number | undefined,
): Saving => {
  const [saved, setSaved] = useState(initial);
  const [status, setStatus] = useState<SaveStatus>({ _tag: 'Saved' });
  /** What was sent without a response: it may have been stored. */
  const unanswered = useRef<ReadonlyArray<Document>>([]);

  /** The document on screen: it may have been changed while the service answered. */
  const latest = useRef(document);
  latest.current = document;
  const released = useRelease();

  /** Continues from what is stored with what was changed here since `base`. */
  const continueFrom = useCallback(
    (base: Document, stored: Saved, preferred: 'own' | 'stored'): void => {
      // Drawn at once: a key pressed before would change the document without what others changed.
      flushSync(() => {
        setSaved(stored);
        takeOver((one) => rebased(base, one, stored.document, preferred).document);
        setStatus({ _tag: 'Unsaved' });
      });
    },
    [takeOver],
  );

  const mergeStored = useCallback(async (): Promise<void> => {
    const { video, etag } = await client.videos.getVersioned(videoId);
    const stored = { document: documentOf(video), etag };
    const ahead = versionOf(etag) - versionOf(saved.etag);
    // What was sent without a response is the next version, if it was stored; others may have gone on from it.
    const next =
      ahead > 1 && unanswered.current.length > 0
        ? await documentOfVersion(client, videoId, versionOf(saved.etag) + 1)
        : stored.document;
    await released();
    const sent = unanswered.current.find((one) => sameJson(completed(one), next));
    if (ahead > 0) unanswered.current = [];
    const isOwn = sent !== undefined && ahead === 1;
    if (isOwn) setSaved({ document: sent, etag });
    if (isOwn || ahead <= 0) return setStatus({ _tag: 'Unsaved' }); // an older version is no change of others
    const base = sent ?? saved.document;
    const { overlaps } = rebased(base, latest.current, stored.document, 'own');
    if (overlaps.length > 0) setStatus({ _tag: 'Conflict', overlaps, base, stored });
    else continueFrom(base, stored, 'own');
  }, [client, videoId, saved, released, continueFrom]);

  const save = useCallback(async (): Promise<void> => {
    setStatus({ _tag: 'Saving' });
    const send = async (): Promise<void> => {
      const patch = patchBetween(saved.document, document);
      let { etag } = saved;
      if (Object.keys(patch).length > 0) {
        unanswered.current = [...unanswered.current, document];
        ({ etag } = await client.videos.updateVersioned(videoId, patch, { ifMatch: saved.etag }));
      } else if (unanswered.current.length > 0) return mergeStored(); // what was taken back may have been stored
      unanswered.current = [];
      setSaved({ document, etag });
      setStatus({ _tag: 'Saved' });
    };
    const fail = (error: unknown): void => {
      if (error instanceof ApiError && !isTemporary(error))
        setStatus({ _tag: 'Refused', problems: error.problems });
      else setStatus({ _tag: 'Offline' });
    };
    await send()
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 412) return mergeStored();
        throw error;
      })
      .catch(fail);
  }, [client, videoId, saved, document, mergeStored]);

  const busy = useRef(false);
  const missed = useRef(false);
  const [attempt, countAttempt] = useState(0);
  const [postponed, postpone] = useState(0);
  /** Exchanges with the service, unless that is under way; what comes up meanwhile is done afterwards. */
  const once = useCallback((exchange: () => Promise<void>): void => {
    missed.current = busy.current;
    if (busy.current) return;
    busy.current = true;
    void exchange().finally(() => {
      busy.current = false;
      countAttempt((count) => count + 1);
      if (missed.current) postpone((count) => count + 1);
    });
  }, []);
  const saveOnce = useCallback((): void => once(save), [once, save]);

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
    const timer = setTimeout(saveOnce, SAVE_AFTER);
    return () => clearTimeout(timer);
  }, [document, saved, isDirty, waits, isValid, saveOnce, postponed]);

  const isBehind = !isDirty && newest !== undefined && newest > versionOf(saved.etag);
  useEffect(() => {
    if (isBehind) once(() => mergeStored().catch(() => undefined)); // saving merges it otherwise
  }, [isBehind, once, mergeStored, postponed]);

  const isOffline = status._tag === 'Offline';
  useEffect(() => {
    if (!isOffline) return undefined;
    const timer = setTimeout(saveOnce, RETRY_AFTER);
    return () => clearTimeout(timer);
  }, [isOffline, saveOnce, attempt]);
  useWindowEvent('online', saveOnce, { isOn: isOffline });

  const resolve = (preferred: 'own' | 'stored'): void => {
    if (status._tag !== 'Conflict') return;
    continueFrom(status.base, status.stored, preferred);
  };
  const isSettled = status._tag === 'Saved' || status._tag === 'Unsaved';
  // What was changed while an earlier form was saved is not saved yet.
  return { status: isSettled ? { _tag: isDirty ? 'Unsaved' : 'Saved' } : status, saved, resolve };
};
