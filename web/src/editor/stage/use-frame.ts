import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../../clients/typescript/core/client.js';
import type { VideoAccess } from '../../shared/access.js';
import { saidOf } from '../../shared/render-failure.js';
import { clipsAlong } from '../clip-label.js';
import type { Document } from '../document.js';
import { revokeLater } from '../../shared/object-urls.js';
import type { Lost } from '../use-shown.js';
import { drawnDocument } from '../variables/shown-document.js';
import { t } from '../../words/words.js';

/** The exact frame of a document at a time, or why there is none. */
export type DrawnFrame =
  | { readonly _tag: 'Loading'; readonly url: string | undefined }
  /** `of`: the document and the time, in ms, that it shows. */
  | { readonly _tag: 'Shown'; readonly url: string; readonly of: readonly [Document, number] }
  | { readonly _tag: 'Failed'; readonly message: string };

/** How long a document or a time must stay the same before its frame is requested, in ms; not before the first one. */
const SETTLE = 150;

/** The delay after a lost connection before the frame is requested again, in ms. */
const RETRY_AFTER = 3000;

/**
 * Asks the service to draw a frame, with the code that renders videos. The client waits as long as the service asks it to:
 * after too many requests, or while no worker is free.
 * @param lose leaves a part out of the document with which there is no frame
 */
export const useFrame = (
  { client }: VideoAccess,
  document: Document,
  ms: number,
  width: number,
  isValid: boolean,
  lose: Lost['lose'],
): DrawnFrame => {
  const latestLose = useRef(lose);
  latestLose.current = lose;
  const [frame, setFrame] = useState<DrawnFrame>({ _tag: 'Loading', url: undefined });
  const [attempt, countAttempt] = useState(0);
  const isFirst = frame._tag === 'Loading' && frame.url === undefined;
  const delay = isFirst ? 0 : SETTLE;
  useEffect(() => {
    if (!isValid) return undefined;
    const leaving = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(() => {
      setFrame((before) => (before._tag === 'Failed' ? before : { _tag: 'Loading', url: before.url }));
      // The instants of most frames are fractions of ms, and rounding one down could give the frame before.
      const at = Number(ms.toFixed(6));
      const drawn = drawnDocument(document);
      client.frames
        .draw(drawn, { at, width, signal: leaving.signal, type: 'image/jpeg' })
        .then((picture) => setFrame({ _tag: 'Shown', url: URL.createObjectURL(picture), of: [document, ms] }))
        .catch((error: unknown) => {
          if (leaving.signal.aborted) return;
          const isOffline = !(error instanceof ApiError);
          if (!isOffline && error.path !== undefined) {
            const [clip] = clipsAlong(drawn.clips, error.path);
            return latestLose.current(clip?.id ?? error.path, saidOf(error.path, error.message));
          }
          const message = isOffline ? t('No connection: the frame is requested again.') : error.message;
          setFrame({ _tag: 'Failed', message });
          if (isOffline) again = setTimeout(() => countAttempt((count) => count + 1), RETRY_AFTER);
        });
    }, delay);
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      leaving.abort();
    };
  }, [client, document, ms, width, isValid, attempt]);
  const url = frame._tag === 'Failed' ? undefined : frame.url;
  useEffect(
    () => () => {
      if (url !== undefined) revokeLater(url);
    },
    [url],
  );
  return frame;
};
