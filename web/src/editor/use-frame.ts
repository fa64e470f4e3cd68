import { useEffect, useState } from 'react';
import { ApiError } from '../../../clients/typescript/core/client.js';
import type { VideoAccess } from '../shared/access.js';
import type { Document } from './document.js';

/** The exact frame of a document at a time, or why there is none. */
export type Frame =
  | { readonly _tag: 'Loading'; readonly url: string | undefined }
  | { readonly _tag: 'Shown'; readonly url: string }
  | { readonly _tag: 'Failed'; readonly message: string };

/** How long a document or a time must stay the same before its frame is requested, ms. */
const SETTLE = 150;

/** What is drawn: a document that need not be saved, or a stored version of the video. */
export interface Drawn {
  readonly document: Document;
  /** The number of the version that is only looked at. */
  readonly viewedVersion: number | undefined;
}

/** The client waits as long as the service asks it to: after too many requests, or while no worker is free. */
const request = (
  { videoId, client }: VideoAccess,
  { document, viewedVersion }: Drawn,
  asked: { readonly at: number; readonly width: number; readonly signal: AbortSignal },
): Promise<Blob> => {
  const options = { ...asked, type: 'image/webp' } as const;
  return viewedVersion === undefined
    ? client.frames.draw(document, options)
    : client.frames.get(videoId, { ...options, version: viewedVersion });
};

/** Asks the service to draw a frame, with the code that renders videos. */
export const useFrame = (
  access: VideoAccess,
  { document, viewedVersion }: Drawn,
  ms: number,
  width: number,
  isValid: boolean,
): Frame => {
  const [frame, setFrame] = useState<Frame>({ _tag: 'Loading', url: undefined });
  useEffect(() => {
    if (!isValid) return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      setFrame((before) => ({ _tag: 'Loading', url: before._tag === 'Failed' ? undefined : before.url }));
      request(access, { document, viewedVersion }, { at: Math.round(ms), width, signal: leaving.signal })
        .then((picture) => setFrame({ _tag: 'Shown', url: URL.createObjectURL(picture) }))
        .catch((error: unknown) => {
          if (leaving.signal.aborted) return;
          setFrame({ _tag: 'Failed', message: error instanceof ApiError ? error.message : String(error) });
        });
    }, SETTLE);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [access, document, viewedVersion, ms, width, isValid]);
  const url = frame._tag === 'Failed' ? undefined : frame.url;
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url);
    },
    [url],
  );
  return frame;
};
