import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../../../clients/typescript/core/client.js';
import type { VideoPatch } from '../../../../clients/typescript/core/types.js';
import { sameJson } from '../../../../domain/codec/json.js';
import type { VideoAccess } from '../../shared/access.js';
import { documentOfVersion } from '../../versions/version-documents.js';
import { type Document, documentOf, type Saved, versionOf } from '../document.js';
import { completed } from '../resolved-document.js';
import { useRelease } from '../stage/use-release.js';
import { mergePatchBetween } from './merge-patch.js';
import { rebased } from './merge.js';

export type SaveStatus =
  | { readonly _tag: 'Saved' }
  | { readonly _tag: 'Unsaved' }
  | { readonly _tag: 'Saving' }
  /** Saving is tried again. */
  | { readonly _tag: 'Retrying'; readonly isReached: boolean }
  | { readonly _tag: 'Refused'; readonly problems: ReadonlyArray<string> }
  /** Somebody else changed the same parts, so the user has to choose. */
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

/** Applies the changes of others; `rebase` adds them to a document of the history. */
export type ApplyRemote = (rebase: (document: Document) => Document) => void;

/** Whether a request may succeed later: after a lost connection, or an error that the document did not cause. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [408, 409, 412, 429].includes(error.status);

interface StoredNow {
  readonly stored: Saved;
  /** The number of versions since the last one that was saved here. */
  readonly ahead: number;
  /** The document that was sent from here without a response, and became the first of these versions. */
  readonly sent: Document | undefined;
}

const storedNow = async (
  { client, videoId }: VideoAccess,
  saved: Saved,
  unanswered: ReadonlyArray<Document>,
): Promise<StoredNow> => {
  const { video, etag } = await client.videos.getVersioned(videoId);
  const stored = { document: documentOf(video), etag };
  const version = versionOf(saved.etag);
  const ahead = versionOf(etag) - version;
  // Others may have changed the document that was sent.
  const first =
    ahead > 1 && unanswered.length > 0
      ? await documentOfVersion(client, videoId, version + 1)
      : stored.document;
  return { stored, ahead, sent: unanswered.find((one) => sameJson(completed(one), first)) };
};

const statusAfter = (error: unknown): SaveStatus =>
  error instanceof ApiError && !isTemporary(error)
    ? { _tag: 'Refused', problems: error.problems }
    : { _tag: 'Retrying', isReached: error instanceof ApiError };

/** What was saved last, as a state and as a ref: the next exchange may begin before the page has drawn the state. */
const useSaved = (initial: Saved) => {
  const [saved, draw] = useState(initial);
  const lastSaved = useRef(initial);
  const setSaved = useCallback((next: Saved): void => {
    lastSaved.current = next;
    draw(next);
  }, []);
  return { saved, lastSaved, setSaved };
};

/** Merges what others stored. */
const useMerging = (
  access: VideoAccess,
  document: Document,
  applyRemote: ApplyRemote,
  { lastSaved, setSaved }: ReturnType<typeof useSaved>,
) => {
  const [status, setStatus] = useState<SaveStatus>({ _tag: 'Saved' });
  /** Documents that were sent without a response, and may have been stored. */
  const unanswered = useRef<ReadonlyArray<Document>>([]);
  /** The document on screen, which may change during a request. */
  const latest = useRef(document);
  latest.current = document;
  const released = useRelease();

  /** Continues from the stored document, with the changes made here since `base`. */
  const continueFrom = useCallback(
    (base: Document, stored: Saved, preferred: 'own' | 'stored'): void => {
      // Rendered synchronously, so that no key changes the document without the changes of others.
      flushSync(() => {
        setSaved(stored);
        applyRemote((one) => rebased(base, one, stored.document, preferred).document);
        setStatus({ _tag: 'Unsaved' });
      });
    },
    [applyRemote, setSaved],
  );

  /**
   * Merges the changes of others; overlapping changes become a conflict.
   * @returns whether there was a newer version
   */
  const mergeStored = useCallback(async (): Promise<boolean> => {
    const base = lastSaved.current;
    const { stored, ahead, sent } = await storedNow(access, base, unanswered.current);
    await released();
    if (ahead > 0) unanswered.current = [];
    const isOwn = sent !== undefined && ahead === 1;
    if (isOwn) setSaved({ document: sent, etag: stored.etag });
    if (isOwn || ahead <= 0) {
      setStatus({ _tag: 'Unsaved' });
      return isOwn; // an older version is no change of others
    }
    const before = sent ?? base.document;
    const { overlaps } = rebased(before, latest.current, stored.document, 'own');
    if (overlaps.length > 0) setStatus({ _tag: 'Conflict', overlaps, base: before, stored });
    else continueFrom(before, stored, 'own');
    return true;
  }, [access, lastSaved, released, continueFrom, setSaved]);
  return { status, setStatus, unanswered, mergeStored, continueFrom };
};

/** Saves and merges the document. It is saved on the condition that nobody else has changed it (`If-Match`). */
export const useStored = (
  access: VideoAccess,
  initial: Saved,
  document: Document,
  applyRemote: ApplyRemote,
) => {
  const saves = useSaved(initial);
  const { saved, lastSaved, setSaved } = saves;
  const merging = useMerging(access, document, applyRemote, saves);
  const { status, setStatus, unanswered, mergeStored, continueFrom } = merging;

  const send = useCallback(async (): Promise<void> => {
    const patch = patchBetween(lastSaved.current.document, document);
    let { etag } = lastSaved.current;
    if (Object.keys(patch).length > 0) {
      unanswered.current = [...unanswered.current, document];
      ({ etag } = await access.client.videos.updateVersioned(access.videoId, patch, { ifMatch: etag }));
    } else if (unanswered.current.length > 0) {
      await mergeStored(); // changes that were undone may have been stored
      return;
    }
    unanswered.current = [];
    setSaved({ document, etag });
    setStatus({ _tag: 'Saved' });
  }, [access, lastSaved, document, unanswered, mergeStored, setSaved, setStatus]);

  const save = useCallback(async (): Promise<void> => {
    setStatus({ _tag: 'Saving' });
    await send()
      .catch(async (error: unknown) => {
        // A read may lag behind the version that the service compared with.
        const isOutdated = error instanceof ApiError && error.status === 412;
        if (!isOutdated || !(await mergeStored())) throw error;
      })
      .catch((error: unknown) => setStatus(statusAfter(error)));
  }, [send, mergeStored, setStatus]);
  return { saved, status, setStatus, save, mergeStored, continueFrom };
};
