import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { frameAt } from '../../../../domain/composition/timeline.js';
import type { Compositor } from '../../compositor/compositor.js';
import type { Document } from '../document.js';
import { liveChanges, sceneChanges } from '../live-changes.js';
import type { OpenCompositor } from '../playback/use-compositor.js';
import type { Shared } from '../shared.js';
import { drawUntilExact, RETRY_AFTER } from '../../compositor/draw-until-exact.js';
import { messageOf } from '../../shared/message-of.js';

/** How long a document must stay the same before it is prepared again, in ms: the service has to prepare data. */
const REST = 600;

interface Prepared {
  readonly document: Document;
  readonly compositor: Compositor;
}

interface LiveOptions extends Pick<Shared, 'document' | 'places' | 'ms'> {
  readonly open: OpenCompositor;
  /** Whether the first frame of the service was shown, or failed: nothing holds it up. */
  readonly isOpened: boolean;
  /** Whether the document is saved, so that its sources can be read: they are read from the stored video. */
  readonly isSaved: boolean;
  /** Whether the frame of the service is shown, or something plays. */
  readonly isShown: boolean;
  /** The text that is edited on the stage, which is not drawn. */
  readonly typedId: string | undefined;
}

/**
 * Prepares the browser to draw and play a document as soon as its first frame was shown, and again after a change that
 * needs it or a lost connection. Until then, it draws what it can with what was prepared before.
 */
const usePrepared = (
  { document, open, isOpened, isSaved, ms }: LiveOptions,
  onFailure: (message: string) => void,
) => {
  const latestMs = useRef(ms);
  latestMs.current = ms;
  const [prepared, setPrepared] = useState<Prepared>();
  const [attempt, countAttempt] = useState(0);
  const asked = useRef(0);
  const changes = useMemo(() => prepared && liveChanges(prepared.document, document), [prepared, document]);
  const isFit = changes?.isPrepared === true;
  const rest = prepared ? REST : 0;
  useEffect(() => {
    if (!isOpened || !isSaved || isFit) return undefined;
    let isCurrent = true;
    let timer = setTimeout(() => {
      const number = (asked.current += 1);
      open(document, latestMs.current)
        .then((compositor) => {
          // The one before is closed, so that this one is better even if more was changed meanwhile.
          if (number === asked.current) setPrepared({ document, compositor });
        })
        .catch((error: unknown) => {
          if (!isCurrent) return;
          onFailure(messageOf(error));
          if (error instanceof TypeError)
            timer = setTimeout(() => countAttempt((count) => count + 1), RETRY_AFTER);
        });
    }, rest);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isOpened, isSaved, isFit, rest, document, open, onFailure, attempt]);
  return { prepared, changes };
};

const NONE: ReadonlySet<string> = new Set();

/**
 * Draws the document in the browser until the service has drawn its frame, so that the picture follows every edit, and a
 * seek shows at once.
 */
export const useLive = (options: LiveOptions) => {
  const { places, ms, isShown, typedId } = options;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [problem, setProblem] = useState<string>();
  const { prepared, changes } = usePrepared(options, setProblem);
  /** Whether the canvas was drawn on since the frame of the service was shown. */
  const [isDrawn, setDrawn] = useState(false);
  if (isShown && isDrawn) setDrawn(false);
  /** The time of the exact picture that is shown: no rough one takes its place. */
  const exactAt = useRef<number>(undefined);
  const texts = useMemo(
    () => new Set([...(changes?.clips ?? [])].flatMap(([id, { isText }]) => (isText ? [id] : []))),
    [changes],
  );
  useLayoutEffect(() => {
    const { current } = canvas;
    if (isShown) exactAt.current = ms;
    else if (exactAt.current !== ms) exactAt.current = undefined;
    if (isShown || !prepared || !changes || !current) return undefined;
    const { draw, rate, frames } = prepared.compositor;
    const { from } = frameAt(ms, rate, frames);
    const hidden = typedId === undefined ? texts : new Set([...texts, typedId]);
    const drawn = sceneChanges(places, changes, hidden);
    const leaving = new AbortController();
    // Drawn at once: waiting for the next animation frame would delay it by a frame.
    void drawUntilExact({
      draw: (detail) =>
        draw(from, current, drawn, detail === 'rough' && exactAt.current === ms ? undefined : detail),
      onDrawn: (detail) => {
        if (detail === 'exact') exactAt.current = ms;
        // With the texts above it, and before the next frame of the screen.
        flushSync(() => setDrawn(true));
        setProblem(undefined);
      },
      onFailure: (error) => setProblem(messageOf(error)),
      signal: leaving.signal,
    });
    return () => leaving.abort();
  }, [isShown, prepared, changes, texts, typedId, places, ms]);
  const isLive = !isShown && changes !== undefined && isDrawn;
  /** Why the picture is not exact yet. */
  const failure = isShown ? undefined : problem;
  /** `texts`: those that are not drawn on the canvas, because the service has not painted them yet. */
  return { canvas, isLive, texts: isLive ? texts : NONE, failure };
};
