import { useCallback, useEffect, useRef, useState } from 'react';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import { frameAt, instantOf } from '../../../domain/composition/timeline.js';
import type { Compositor } from '../compositor/compositor.js';
import { createClock } from '../editor/playback/clock.js';
import { AS_BYTES, lazySources, loadCompositor } from '../editor/playback/use-compositor.js';
import { usePlayback } from '../editor/playback/use-playback.js';
import type { ReadAccess } from '../shared/access.js';

/** Opens the compositor of a version, once; it is closed when the page is removed. */
export const useVersionCompositor = (access: ReadAccess, version: number): (() => Promise<Compositor>) => {
  const opened = useRef<Promise<Compositor>>(undefined);
  useEffect(
    () => () => {
      opened.current?.then((one) => one.close()).catch(() => undefined);
      opened.current = undefined;
    },
    [access, version],
  );
  return useCallback(() => {
    const params = { path: { id: access.videoId }, query: { version } };
    const prepare = (): Promise<ArrayBuffer> =>
      bodyOf(access.client.api.GET('/v1/videos/{id}/playback', { params, ...AS_BYTES }));
    opened.current ??= loadCompositor(prepare(), lazySources({ ...access, version }));
    opened.current.catch(() => (opened.current = undefined));
    return opened.current;
  }, [access, version]);
};

/**
 * Plays what a compositor draws, and shows it at any time. `isSeen`: whether the canvas shows the picture of the clock.
 * @param open opens it once; another function plays something else
 * @param expected how long it plays, as far as that is known before, ms
 */
export const useLivePicture = (open: () => Promise<Compositor>, expected: number) => {
  const [clock] = useState(createClock);
  const [length, setLength] = useState<number>();
  const [isDrawn, setDrawn] = useState(false);
  const openMeasured = useCallback(async (): Promise<Compositor> => {
    const compositor = await open();
    setLength(instantOf(compositor.frames, compositor.rate));
    return compositor;
  }, [open]);
  const played = { open: openMeasured, document: open, isSaved: true };
  const { canvas, state, toggle, pause } = usePlayback({ ...played, clock, setMs: clock.set });
  const draw = async (ms: number): Promise<void> => {
    const { rate, frames, draw } = await openMeasured();
    const { current } = canvas;
    if (!current || clock.now() !== ms) return; // another time is wanted by now
    if (await draw(frameAt(ms, rate, frames).from, current)) setDrawn(true);
  };
  const isSeen = isDrawn || state._tag === 'Playing';
  return {
    canvas,
    clock,
    duration: length ?? expected,
    state,
    isSeen,
    toggle: () => {
      setDrawn(isSeen);
      toggle();
    },
    seek: (ms: number): void => {
      if (state._tag !== 'Paused') pause();
      clock.set(ms);
      draw(ms).catch(() => undefined); // Play says why
    },
  };
};
