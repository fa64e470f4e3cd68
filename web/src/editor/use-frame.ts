import { useEffect, useState } from 'react';
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

const ACCEPT = 'image/webp, image/png;q=0.9';

const request = (
  { videoId, headers }: VideoAccess,
  { document, viewedVersion }: Drawn,
  query: string,
  signal: AbortSignal,
): Promise<Response> =>
  viewedVersion === undefined
    ? fetch(`/v1/frames?${query}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', accept: ACCEPT },
        body: JSON.stringify(document),
        signal,
      })
    : fetch(`/v1/videos/${videoId}/frame?${query}&version=${viewedVersion}`, {
        headers: { ...headers, accept: ACCEPT },
        signal,
      });

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
      const query = `t=${Math.round(ms)}&width=${width}`;
      request(access, { document, viewedVersion }, query, leaving.signal)
        .then(async (response) => {
          if (response.ok) {
            const url = URL.createObjectURL(await response.blob());
            setFrame({ _tag: 'Shown', url });
            return;
          }
          const { message } = (await response.json()) as { message: ReadonlyArray<string> };
          setFrame({ _tag: 'Failed', message: message.join('\n') });
        })
        .catch((error: unknown) => {
          if (!leaving.signal.aborted) setFrame({ _tag: 'Failed', message: String(error) });
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
