import { useEffect, useRef, useState } from 'react';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import { frameCount } from '../../../../domain/composition/timeline.js';
import type { VideoAccess } from '../../shared/access.js';
import type { Document } from '../document.js';
import { useAccess, useShared } from '../shared.js';
import { AS_BYTES, lazySources, loadCompositor } from '../playback/use-compositor.js';
import { play as playOn } from '../../compositor/player.js';
import { drawnDocument } from '../variables/shown-document.js';

/** A part of a document to preview, looped and without sound; times in ms. */
export interface Previewed {
  readonly document: Document;
  readonly from: number;
  readonly to: number;
}

/** How long the pointer must rest before a preview is prepared, in ms. */
const REST = 200;

/** Loops a preview until the signal aborts. @param onFrame called with each frame */
const play = async (
  { document, from, to }: Previewed,
  access: VideoAccess,
  canvas: HTMLCanvasElement,
  onFrame: () => void,
  signal: AbortSignal,
): Promise<void> => {
  const request = { params: { query: { from, to, sound: false } }, body: drawnDocument(document), signal };
  const packed = bodyOf(access.client.api.POST('/v1/playback', { ...request, ...AS_BYTES }));
  const compositor = await loadCompositor(packed, lazySources(access));
  const frames = Math.min(compositor.frames, frameCount(to, compositor.rate));
  while (!signal.aborted)
    await new Promise<void>((resolve, reject) => {
      const part = { ...compositor, frames, sound: undefined };
      const stop = playOn(part, canvas, from, {
        onFrame,
        onEnd: resolve,
        onError: reject,
      });
      signal.addEventListener('abort', () => void stop().then(resolve), { once: true });
    });
  await compositor.close();
};

/** Shows the preview of the preset under the pointer over the stage. */
export const Preview = () => {
  const access = useAccess();
  const { previewed } = useShared();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<Previewed>();
  useEffect(() => {
    const { current } = canvas;
    if (!previewed || !current || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      const onFrame = (): void => setShown(previewed);
      play(previewed, access, current, onFrame, leaving.signal).catch(() => undefined); // only a preview
    }, REST);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [previewed, access]);
  const isShown = previewed !== undefined && shown === previewed;
  return <canvas ref={canvas} className="preview" hidden={!isShown} aria-hidden="true" />;
};
