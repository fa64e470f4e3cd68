import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { frameAt } from '../../../../domain/composition/timeline.js';
import type { Compositor } from '../../compositor/compositor.js';
import { useWindowEvent } from '../../shared/use-window-event.js';
import type { Document } from '../document.js';
import { movedBetween, resolvedOf } from '../places.js';
import type { OpenCompositor } from '../playback/use-playback.js';
import type { Shared } from '../shared.js';
import { drawUntilExact, RETRY_AFTER } from '../../compositor/draw-until-exact.js';
import { messageOf } from '../../shared/message-of.js';

/** The debounce before the browser prepares to draw a document, in ms, because the service has to prepare data. */
const REST = 600;

interface Prepared {
  readonly document: Document;
  readonly compositor: Compositor;
}

interface LiveOptions extends Pick<Shared, 'document' | 'places' | 'ms'> {
  readonly open: OpenCompositor;
  /** Whether the document is saved, so that its sources can be read: they are read from the stored video. */
  readonly isSaved: boolean;
  /** Whether the frame of the service is shown, or something plays. */
  readonly isShown: boolean;
}

/**
 * Prepares the browser to draw a document, after the first input, and again after a change of more than places or a lost
 * connection.
 */
const usePrepared = ({ document, open, isSaved, ms }: LiveOptions, onFailure: (message: string) => void) => {
  const latestMs = useRef(ms);
  latestMs.current = ms;
  const [prepared, setPrepared] = useState<Prepared>();
  const [isWanted, setWanted] = useState(false);
  const [attempt, countAttempt] = useState(0);
  /** The clips that were moved since then; undefined if more was changed. */
  const moved = useMemo(() => prepared && movedBetween(prepared.document, document), [prepared, document]);
  const isFit = moved !== undefined;
  // One of these events precedes every edit or seek.
  const listening = { capture: true, isOn: !isWanted };
  useWindowEvent('pointermove', () => setWanted(true), listening);
  useWindowEvent('keydown', () => setWanted(true), listening);
  useWindowEvent('focusin', () => setWanted(true), listening);
  useEffect(() => {
    if (!isWanted || !isSaved || isFit) return undefined;
    let isCurrent = true;
    let timer = setTimeout(() => {
      open(document, latestMs.current)
        .then((compositor) => {
          if (isCurrent) setPrepared({ document, compositor });
        })
        .catch((error: unknown) => {
          if (!isCurrent) return;
          onFailure(messageOf(error));
          if (error instanceof TypeError)
            timer = setTimeout(() => countAttempt((count) => count + 1), RETRY_AFTER);
        });
    }, REST);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isWanted, isSaved, isFit, document, open, onFailure, attempt]);
  return { prepared, moved };
};

/**
 * Draws the document in the browser until the service has drawn its frame, so that moved clips follow the pointer, and a
 * seek shows at once.
 */
export const useLive = (options: LiveOptions) => {
  const { places, ms, isShown } = options;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [problem, setProblem] = useState<string>();
  const { prepared, moved } = usePrepared(options, setProblem);
  /** The document that the canvas shows. */
  const [drawn, setDrawn] = useState<Prepared>();
  useLayoutEffect(() => {
    const { current } = canvas;
    if (isShown || !prepared || !moved || !current) return undefined;
    const { draw, rate, frames } = prepared.compositor;
    const { from } = frameAt(ms, rate, frames);
    const shifted = resolvedOf(places, moved);
    const leaving = new AbortController();
    // Drawn at once: waiting for the next animation frame would delay it by a frame.
    void drawUntilExact({
      draw: (detail) => draw(from, current, shifted, detail),
      onDrawn: () => {
        setDrawn(prepared);
        setProblem(undefined);
      },
      onFailure: (error) => setProblem(messageOf(error)),
      signal: leaving.signal,
    });
    return () => leaving.abort();
  }, [isShown, prepared, moved, places, ms]);
  const isLive = !isShown && moved !== undefined && drawn === prepared;
  /** Why the picture is not exact yet. */
  const failure = isShown ? undefined : problem;
  return { canvas, isLive, failure };
};
