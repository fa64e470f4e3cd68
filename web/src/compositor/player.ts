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

/** Time since playback began, in ms. */
type Clock = () => number;

/** Plays the mix from a time. The sound is the clock, which the picture follows. */
const playSound = async (
  sound: Uint8Array | undefined,
  fromMs: number,
): Promise<{ readonly clock: Clock; readonly stop: () => Promise<void> }> => {
  if (!sound) {
    const started = performance.now();
    return { clock: () => performance.now() - started, stop: () => Promise.resolve() };
  }
  const context = new AudioContext({ latencyHint: 'interactive' });
  const stop = (): Promise<void> => context.close();
  try {
    const buffer = await context.decodeAudioData(sound.slice().buffer);
    await context.resume();
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    const started = context.currentTime;
    source.start(started, Math.min(fromMs / 1000, buffer.duration));
    return {
      clock: () => Math.max(0, context.currentTime - started - context.outputLatency) * 1000,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Plays in real time from a time on; frames that would come too late are left out. @returns stops it, and resolves when nothing is drawn any more */
export const play = (
  compositor: Compositor,
  canvas: AnyCanvas,
  fromMs: number,
  { onFrame, onEnd, onError }: PlayerEvents,
): (() => Promise<void>) => {
  const { rate, frames } = compositor;
  const stopped = new AbortController();
  const run = async (): Promise<void> => {
    let shown = frameAt(fromMs, rate, frames).from;
    const show = async (frame: number): Promise<void> => {
      await compositor.draw(frame, canvas);
      shown = frame;
      onFrame(frame, instantOf(frame, rate));
    };
    // The first frame is there before the sound begins.
    await show(shown);
    const { clock, stop } = await playSound(compositor.sound, fromMs);
    try {
      const end = instantOf(frames, rate);
      while (!stopped.signal.aborted) {
        await new Promise(requestAnimationFrame);
        const ms = fromMs + clock();
        if (ms >= end && shown === frames - 1) break;
        const frame = frameAfter(shown, ms, compositor);
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
