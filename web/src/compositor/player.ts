import { frameAt, instantOf } from '../../../domain/composition/timeline.js';
import type { AnyCanvas } from './canvas-tools.js';
import type { Compositor } from './compositor.js';
import { frameAfter } from './frame-after.js';

export interface PlayerEvents {
  /** A frame of the video is on the surface. */
  readonly onFrame: (frame: number, ms: number) => void;
  /** The end of the video was reached. */
  readonly onEnd: () => void;
  readonly onError: (error: unknown) => void;
}

/** The time of the video that is heard, in ms. */
type Clock = () => number;

/** The mix. The sound is the clock, which the picture follows. */
interface Sound {
  /** Plays on from a time, in ms: higher where it is faster, and silent backwards. */
  readonly playFrom: (ms: number, speed: number) => Clock;
  readonly stop: () => Promise<void>;
}

const openSound = async (sound: Uint8Array | undefined): Promise<Sound> => {
  if (!sound) {
    const playFrom = (ms: number, speed: number): Clock => {
      const started = performance.now();
      return () => ms + speed * (performance.now() - started);
    };
    return { playFrom, stop: () => Promise.resolve() };
  }
  const context = new AudioContext({ latencyHint: 'interactive' });
  const stop = (): Promise<void> => context.close();
  try {
    const buffer = await context.decodeAudioData(sound.slice().buffer);
    await context.resume();
    let source: AudioBufferSourceNode | undefined;
    const playFrom = (ms: number, speed: number): Clock => {
      source?.disconnect();
      source = context.createBufferSource();
      source.buffer = buffer;
      const started = context.currentTime;
      if (speed > 0) {
        source.playbackRate.value = speed;
        source.connect(context.destination);
        source.start(started, Math.min(ms / 1000, buffer.duration));
      }
      return () => ms + speed * Math.max(0, context.currentTime - started - context.outputLatency) * 1000;
    };
    return { playFrom, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/**
 * Plays from a time on; frames that would come too late are left out.
 * @param speed asked before every frame: 2 is twice as fast, -1 backwards
 * @returns stops it, and resolves when nothing is drawn any more
 */
export const play = (
  compositor: Compositor,
  canvas: AnyCanvas,
  fromMs: number,
  { onFrame, onEnd, onError }: PlayerEvents,
  speed = (): number => 1,
): (() => Promise<void>) => {
  const { rate, frames } = compositor;
  const stopped = new AbortController();
  const run = async (): Promise<void> => {
    let shown = frameAt(fromMs, rate, frames).from;
    const show = async (frame: number): Promise<void> => {
      await compositor.draw(frame, canvas);
      if (stopped.signal.aborted) return; // the time at which it was paused stays
      shown = frame;
      onFrame(frame, instantOf(frame, rate));
    };
    // The first frame is there before the sound begins.
    await show(shown);
    const { playFrom, stop } = await openSound(compositor.sound);
    try {
      const end = instantOf(frames, rate);
      let pace = speed();
      let clock = playFrom(fromMs, pace);
      while (!stopped.signal.aborted) {
        await new Promise(requestAnimationFrame);
        const ms = clock();
        if (pace > 0 ? ms >= end && shown === frames - 1 : ms <= 0 && shown === 0) break;
        if (pace !== speed()) clock = playFrom(ms, (pace = speed()));
        const frame = frameAfter(shown, ms, compositor, pace);
        if (frame !== undefined) await show(frame);
      }
    } finally {
      await stop();
    }
    if (!stopped.signal.aborted) onEnd();
  };
  const running = run().catch(onError);
  return () => {
    stopped.abort();
    return running;
  };
};
