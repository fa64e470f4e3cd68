import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { play as playOn, type PlayerEvents } from '../../compositor/player.js';
import type { PlaybackClock } from './clock.js';
import type { Open } from './use-compositor.js';
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
      const compositor = await open(document, clock.now(), (share) =>
        setState((now) => (now._tag === 'Preparing' ? { ...now, share } : now)),
      );
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
      stop.current = playOn(compositor, current, clock.now(), events, () => speed.current);
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
