import type { Canvas } from '../../../domain/composition/composition.js';
import type { MediaFacts } from '../../../domain/composition/resolve/facts.js';
import { type FrameRate, instantOf } from '../../../domain/composition/timeline.js';

/** What draws a part: a compositor, whatever it draws on. */
interface Part<Target, How extends ReadonlyArray<unknown>> {
  readonly size: Canvas;
  readonly rate: FrameRate;
  readonly frames: number;
  readonly sound: Uint8Array | undefined;
  readonly media: Readonly<Record<string, MediaFacts>>;
  readonly draw: (frame: number, target: Target, ...how: How) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * Draws a long project of which only a part is prepared at a time: the next one while this one is drawn.
 * @param length of a part, ms
 * @param at the time that is drawn first, ms
 * @param openAt prepares the part that begins at a time, ms, with the sound of the project or without
 */
export const windowedCompositor = async <Target, How extends ReadonlyArray<unknown>>(
  length: number,
  at: number,
  openAt: (from: number, sound: boolean) => Promise<Part<Target, How>>,
): Promise<Part<Target, How>> => {
  const parts = new Map<number, Promise<Part<Target, How>>>();
  const part = (index: number, withSound = false): Promise<Part<Target, How>> => {
    const known = parts.get(index);
    if (known) return known;
    const opened = openAt(index * length, withSound);
    parts.set(index, opened);
    opened.catch(() => parts.delete(index));
    return opened;
  };
  const close = async (index: number): Promise<void> => {
    const opened = parts.get(index);
    parts.delete(index);
    await (await opened?.catch(() => undefined))?.close();
  };
  const { draw: _draw, close: _close, ...first } = await part(Math.floor(at / length), true);
  const { rate, frames } = first;
  /** The part that was asked for last: what is drawn earlier may end later. */
  let latest = 0;
  return {
    ...first,
    draw: async (frame, target, ...how) => {
      const index = (latest = Math.floor(instantOf(frame, rate) / length));
      const drawn = await (await part(index)).draw(frame, target, ...how);
      if ((latest + 1) * length < instantOf(frames, rate)) part(latest + 1).catch(() => undefined);
      // Memory is bounded: what is neither drawn nor next is given up.
      for (const other of parts.keys()) if (other < latest || other > latest + 1) void close(other);
      return drawn;
    },
    close: async () => {
      await Promise.all([...parts.keys()].map(close));
    },
  };
};
