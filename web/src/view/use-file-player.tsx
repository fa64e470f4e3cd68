import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createClock } from '../editor/playback/clock.js';
import type { PlaybackState } from '../editor/playback/use-playback.js';
import { hereOf } from '../shared/outputs.js';
import { useObjectUrl } from '../shared/object-urls.js';
import { t } from '../words/words.js';
import type { Player, Viewing } from './player.js';

interface FilePlayerOptions {
  readonly viewing: Viewing & Required<Pick<Viewing, 'file'>>;
  readonly poster: string | undefined;
  /** The file cannot be played here. */
  readonly fail: () => void;
}

/** Moves the clock with the frames of a video that plays. */
const useTicks = (isPlaying: boolean, tick: () => void): void => {
  const onFrame = useEffectEvent(tick);
  useEffect(() => {
    if (!isPlaying) return undefined;
    let next = 0;
    const go = (): void => {
      onFrame();
      next = requestAnimationFrame(go);
    };
    go();
    return () => cancelAnimationFrame(next);
  }, [isPlaying]);
};

/** Plays the file of a render. */
export const useFilePlayer = ({ viewing, poster, fail }: FilePlayerOptions): Player => {
  const { file, captions, durationMs = 0 } = viewing;
  const video = useRef<HTMLVideoElement>(null);
  const [clock] = useState(createClock);
  const [state, setState] = useState<PlaybackState['_tag']>('Paused');
  const [isMuted, mute] = useState(false);
  const [areShown, showCaptions] = useState(false);
  const track = useObjectUrl(
    useMemo(
      () => (captions === undefined ? undefined : new Blob([captions], { type: 'text/vtt' })),
      [captions],
    ),
  );
  const tick = (): void => clock.set(1000 * (video.current?.currentTime ?? 0));
  useTicks(state === 'Playing', tick);
  useEffect(() => {
    const [first] = video.current?.textTracks ?? [];
    if (first) first.mode = areShown ? 'showing' : 'hidden';
  }, [areShown, track]);
  const toggle = (): void => {
    const { current } = video;
    if (current?.paused === true) void current.play().catch(() => undefined);
    else current?.pause();
  };
  const picture = (
    <video
      ref={video}
      src={hereOf(file.url)}
      {...(poster === undefined ? {} : { poster })}
      playsInline
      preload="metadata"
      muted={isMuted}
      aria-label={viewing.name}
      onPlay={() => setState('Playing')}
      onPause={() => setState('Paused')}
      onSeeked={tick}
      onError={fail}
    >
      {track !== undefined && <track kind="captions" src={track} label={t('Captions')} />}
    </video>
  );
  return {
    picture,
    clock,
    duration: durationMs,
    size: file,
    state: { _tag: state, speed: 1 } as PlaybackState,
    toggle,
    seek: (ms) => {
      clock.set(ms);
      if (video.current) video.current.currentTime = ms / 1000;
    },
    sound: { isOn: !isMuted, turn: () => mute(!isMuted) },
    ...(captions === undefined ? {} : { captions: { isOn: areShown, turn: () => showCaptions(!areShown) } }),
  };
};
