import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { frameAt } from '../../../../domain/composition/timeline.js';
import type { Compositor, Detail } from '../../compositor/compositor.js';
import type { Document } from '../document.js';
import { movedBetween, resolvedOf } from '../places.js';
import type { OpenCompositor } from '../playback/use-playback.js';
import type { Shared } from '../shared.js';

/** How long a document rests before the browser prepares to draw it, ms: preparing takes work of the service. */
const REST = 600;

/** How long a time rests before its exact picture is decoded, which other times would wait for, ms. */
const SETTLED = 80;

/** What somebody does before changing or seeking anything. */
const SIGNS = ['pointermove', 'keydown', 'focusin'] as const;

interface Prepared {
  readonly document: Document;
  readonly compositor: Compositor;
}

interface LiveOptions extends Pick<Shared, 'document' | 'places' | 'ms'> {
  readonly open: OpenCompositor;
  /** Whether the sources of the document can be read: they are those of the stored video. */
  readonly isSaved: boolean;
  /** Whether the frame of the service is there, or something plays. */
  readonly isShown: boolean;
}

/** Has the browser draw a document once somebody is there, and again when more than places has changed. */
const usePrepared = ({ document, open, isSaved, ms }: LiveOptions) => {
  const latestMs = useRef(ms);
  latestMs.current = ms;
  const [prepared, setPrepared] = useState<Prepared>();
  const [isWanted, setWanted] = useState(false);
  /** The clips that were moved since then; undefined: more was changed. */
  const moved = useMemo(() => prepared && movedBetween(prepared.document, document), [prepared, document]);
  const isFit = moved !== undefined;
  useEffect(() => {
    if (isWanted) return undefined;
    const want = (): void => setWanted(true);
    for (const sign of SIGNS) window.addEventListener(sign, want, true);
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, want, true);
    };
  }, [isWanted]);
  useEffect(() => {
    if (!isWanted || !isSaved || isFit) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      open(document, latestMs.current)
        .then((compositor) => {
          if (isCurrent) setPrepared({ document, compositor });
        })
        .catch(() => undefined); // the service draws alone
    }, REST);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isWanted, isSaved, isFit, document, open]);
  return { prepared, moved };
};

/**
 * Draws the document in the browser until the service has drawn its frame: what is moved follows the pointer, and a seek
 * shows at once.
 */
export const useLive = (options: LiveOptions) => {
  const { places, ms, isShown } = options;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { prepared, moved } = usePrepared(options);
  /** What is on the canvas. */
  const [drawn, setDrawn] = useState<Prepared>();
  useLayoutEffect(() => {
    const { current } = canvas;
    if (isShown || !prepared || !moved || !current) return undefined;
    const { compositor } = prepared;
    let isCurrent = true;
    const draw = async (detail: Detail): Promise<void> => {
      const { surfaceOf } = await import('../../compositor/canvas-tools.js');
      if (!isCurrent) return;
      const { size, rate, frames } = compositor;
      const { from } = frameAt(ms, rate, frames);
      const shifted = resolvedOf(places, moved);
      if (await compositor.draw(from, surfaceOf(current, size), shifted, detail)) setDrawn(prepared);
    };
    const drawOrNot = (detail: Detail): void => void draw(detail).catch(() => undefined); // the service draws alone
    // At once: waiting for the next frame would show the hand a frame later.
    drawOrNot('rough');
    const exact = setTimeout(() => drawOrNot('exact'), SETTLED);
    return () => {
      isCurrent = false;
      clearTimeout(exact);
    };
  }, [isShown, prepared, moved, places, ms]);
  return { canvas, isLive: !isShown && moved !== undefined && drawn === prepared };
};
