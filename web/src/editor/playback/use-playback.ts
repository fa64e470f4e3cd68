import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Compositor } from '../../compositor/compositor.js';
import type { PlayerEvents } from '../../compositor/player.js';
import type { SourceAccess, Sources } from '../../compositor/sources.js';
import { windowedCompositor } from '../../compositor/windowed.js';
import type { VideoAccess } from '../../shared/access.js';
import type { PlaybackClock } from './clock.js';
import { AS_STREAM, received } from './received.js';
import type { Document } from '../document.js';
import { bothChanges, preparedChanges } from '../live-changes.js';
import { drawnDocument } from '../variables/shown-document.js';
import { messageOf } from '../../shared/message-of.js';

export type PlaybackState =
  | { readonly _tag: 'Paused' }
  /**
   * The project is being prepared, after unsaved changes are saved, because sources are read from the stored video. `share` is how
   * much of it the service has sent, from 0 to 1.
   */
  | { readonly _tag: 'Preparing'; readonly speed: number; readonly share?: number }
  /** `speed`: 2 is twice as fast, -1 backwards. */
  | { readonly _tag: 'Playing'; readonly speed: number }
  | { readonly _tag: 'Failed'; readonly message: string };

/** The most clips of a document that is prepared as a whole. */
const WHOLE_UP_TO = 24;

/** The length of the part of a larger document that is prepared at a time, in ms. */
const WINDOW = 6000;

/** The part of a document to prepare: the pictures from `from` to `to`, in ms, and whether to include the whole sound. */
interface PlaybackPart {
  readonly from?: number;
  readonly to?: number;
  readonly sound?: boolean;
}

/**
 * Opens the compositor of a document; a template uses its defaults. The last compositor is cached.
 * @param at the time that is drawn first, in ms
 * @param onShare receives how much of it is here, from 0 to 1
 */
type Open<Played> = (played: Played, at: number, onShare?: (share: number) => void) => Promise<Compositor>;
export type OpenCompositor = Open<Document>;

/** Loads the code that reads sources, concurrently with the preparation. Only documents with videos wait for it. */
export const loadSources = (access: SourceAccess): Promise<Sources> => {
  const sources = import('../../compositor/sources.js').then(({ sourcesOf }) => sourcesOf(access));
  sources.catch(() => undefined); // callers that await it still see the failure
  return sources;
};

/** @param packed the playback file from the service */
export const loadCompositor = async (
  packed: Promise<ArrayBuffer>,
  sources: Promise<Sources>,
): Promise<Compositor> => {
  // Awaited together, so that a request that fails before the code is loaded has a handler.
  const [{ openCompositor }, bytes] = await Promise.all([import('../../compositor/compositor.js'), packed]);
  return openCompositor(new Uint8Array(bytes), sources);
};

export const AS_BYTES = { headers: { accept: 'application/octet-stream' }, parseAs: 'arrayBuffer' } as const;

/** Compositors of a video's documents, made by the service and drawn here. */
export const useCompositor = (access: VideoAccess): OpenCompositor => {
  const kept = useRef<{ readonly document: Document; readonly compositor: Promise<Compositor> } | undefined>(
    undefined,
  );
  return useCallback(
    (edited, at, onShare = () => undefined) => {
      const document = drawnDocument(edited);
      if (kept.current?.document === document) return kept.current.compositor;
      const changes = kept.current && preparedChanges(kept.current.document, document);
      if (kept.current && changes)
        return kept.current.compositor.then((compositor) => ({
          ...compositor,
          draw: (frame, canvas, more, detail) =>
            compositor.draw(frame, canvas, more ? bothChanges(changes, more) : changes, detail),
        }));
      const sources = loadSources(access);
      const prepare = (part: PlaybackPart = {}): Promise<ArrayBuffer> =>
        received(
          access.client.api.POST('/v1/playback', { params: { query: part }, body: document, ...AS_STREAM }),
          onShare,
        );
      const open = async (): Promise<Compositor> => {
        if (document.clips.length <= WHOLE_UP_TO) return loadCompositor(prepare(), sources);
        return windowedCompositor(WINDOW, at, (from, sound) =>
          loadCompositor(prepare({ from, to: from + WINDOW, sound }), sources),
        );
      };
      const before = kept.current?.compositor;
      const compositor = open();
      kept.current = { document, compositor };
      compositor.catch(() => {
        if (kept.current?.compositor === compositor) kept.current = undefined;
      });
      // Until then, the stage draws with the one before.
      void compositor
        .catch(() => undefined)
        .then(async () => (await before)?.close())
        .catch(() => undefined);
      return compositor;
    },
    [access],
  );
};

export interface PlaybackControl {
  readonly state: PlaybackState;
  readonly toggle: () => void;
  readonly pause: () => void;
  /** Plays, or plays on at another speed. */
  readonly play: (speed?: number) => void;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

interface PlaybackOptions<Played> {
  readonly open: Open<Played>;
  readonly document: Played;
  readonly isSaved: boolean;
  readonly clock: PlaybackClock;
  /** Receives the time at which playback pauses. */
  readonly setMs: (ms: number) => void;
}

/** Pauses playback when the document changes, because it would play the old document. */
const useEndOnChange = (document: unknown, isPlaying: boolean, pause: () => void): void => {
  const played = useRef(document);
  useEffect(() => {
    if (isPlaying && played.current !== document) pause();
    played.current = document;
  }, [document, isPlaying, pause]);
};

/** Plays the document from the time of the clock on, and moves the clock. */
export const usePlayback = <Played>(options: PlaybackOptions<Played>): PlaybackControl => {
  const { open, document, isSaved, clock, setMs } = options;
  const [state, setState] = useState<PlaybackState>({ _tag: 'Paused' });
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const stop = useRef<(() => Promise<void>) | undefined>(undefined);
  const speed = useRef(1);

  const pause = useCallback(() => {
    void stop.current?.();
    stop.current = undefined;
    setMs(clock.now());
    setState({ _tag: 'Paused' });
  }, [clock, setMs]);

  const isPreparing = state._tag === 'Preparing';
  useEffect(() => {
    if (!isPreparing || !isSaved) return undefined;
    let isWanted = true;
    const fail = (error: unknown): void => setState({ _tag: 'Failed', message: messageOf(error) });
    const start = async (): Promise<void> => {
      const [compositor, player] = await Promise.all([
        open(document, clock.now(), (share) =>
          setState((now) => (now._tag === 'Preparing' ? { ...now, share } : now)),
        ),
        import('../../compositor/player.js'),
      ]);
      const { current } = canvas;
      if (!isWanted || !current) return;
      const events: PlayerEvents = {
        onFrame: (frame, ms) => {
          current.dataset['frame'] = String(frame);
          clock.set(ms);
        },
        onEnd: () => {
          stop.current = undefined;
          clock.set(0);
          setMs(0);
          setState({ _tag: 'Paused' });
        },
        onError: fail,
      };
      stop.current = player.play(compositor, current, clock.now(), events, () => speed.current);
      setState({ _tag: 'Playing', speed: speed.current });
    };
    start().catch((error: unknown) => {
      if (isWanted) fail(error);
    });
    return () => {
      isWanted = false;
    };
  }, [isPreparing, isSaved, open, document, clock, setMs]);

  const isPlaying = state._tag === 'Playing';
  useEndOnChange(document, isPlaying, pause);
  useEffect(() => () => void stop.current?.(), []);

  const play = useCallback((next = 1) => {
    speed.current = next;
    setState(({ _tag }) => ({ _tag: _tag === 'Playing' ? _tag : 'Preparing', speed: next }));
  }, []);
  const isActive = isPlaying || isPreparing;
  const toggle = useCallback(() => (isActive ? pause() : play()), [isActive, pause, play]);
  return useMemo(() => ({ state, toggle, pause, play, canvas }), [state, toggle, pause, play]);
};
