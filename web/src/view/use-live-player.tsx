import { useCallback, useRef, useState } from 'react';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import { frameAt, instantOf } from '../../../domain/composition/timeline.js';
import type { Compositor } from '../compositor/compositor.js';
import { createClock } from '../editor/playback/clock.js';
import { AS_BYTES, loadCompositor, loadSources, usePlayback } from '../editor/playback/use-playback.js';
import type { VideoAccess } from '../shared/access.js';
import { t } from '../words/words.js';
import type { Player, Viewing } from './player.js';

/** Opens the compositor of a version once. */
const useOnce = (access: VideoAccess, version: number) => {
  const opened = useRef<Promise<Compositor>>(undefined);
  return useCallback((): Promise<Compositor> => {
    const params = { path: { id: access.videoId }, query: { version } };
    const prepare = (): Promise<ArrayBuffer> =>
      bodyOf(access.client.api.GET('/v1/videos/{id}/playback', { params, ...AS_BYTES }));
    opened.current ??= loadCompositor(prepare(), loadSources(access));
    opened.current.catch(() => (opened.current = undefined));
    return opened.current;
  }, [access, version]);
};

/** Plays a version without a file, with the compositor of the editor. */
export const useLivePlayer = (access: VideoAccess, viewing: Viewing, poster: string | undefined): Player => {
  const [clock] = useState(createClock);
  const [length, setLength] = useState(viewing.durationMs ?? 0);
  const [isDrawn, setDrawn] = useState(false);
  const [size, setSize] = useState<Player['size']>({});
  const openOnce = useOnce(access, viewing.version);
  const open = useCallback(async (): Promise<Compositor> => {
    const compositor = await openOnce();
    setLength(instantOf(compositor.frames, compositor.rate));
    return compositor;
  }, [openOnce]);
  const setMs = clock.set;
  const playback = usePlayback({ open, document: viewing, isSaved: true, clock, setMs });
  const { canvas, state, toggle, pause } = playback;
  const draw = async (ms: number): Promise<void> => {
    const compositor = await open();
    const { surfaceOf } = await import('../compositor/canvas-tools.js');
    const { current } = canvas;
    if (!current || clock.now() !== ms) return; // another time is wanted by now
    const { width, height } = compositor.size;
    if (current.width !== width || current.height !== height) Object.assign(current, { width, height });
    await compositor.draw(frameAt(ms, compositor.rate, compositor.frames).from, surfaceOf(current));
    setDrawn(true);
  };
  const isSeen = isDrawn || state._tag === 'Playing';
  const picture = (
    <>
      {poster !== undefined && !isSeen && (
        <img
          src={poster}
          alt={viewing.name}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
        />
      )}
      <canvas ref={canvas} hidden={!isSeen} role="img" aria-label={t('The video, playing')} />
    </>
  );
  return {
    picture,
    clock,
    duration: length,
    size,
    state,
    toggle: () => {
      setDrawn(isSeen);
      toggle();
    },
    seek: (ms) => {
      if (state._tag !== 'Paused') pause();
      clock.set(ms);
      draw(ms).catch(() => undefined); // Play says why
    },
  };
};
