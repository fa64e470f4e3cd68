import { avRescaleQ, type Frame, type Stream } from 'node-av/lib';
import type { FileInput } from '../../../workers/render/ports/media-engine.js';
import { copyOfFrame } from './memory-shortage.js';
import { displayMatrix, MICROSECONDS, NO_TIME, turnOf } from './open-input.js';
import { ShownFrames } from './shown-frames.js';
import { StreamDecoder } from './stream-decoder.js';
import { microseconds, type StreamPackets } from './stream-packets.js';

/**
 * How many of the latest frames are kept: a piece may begin a little before the last frame that the piece before it
 * read.
 */
const KEPT_FRAMES = 6;

/** Up to this distance, frames are decoded and dropped instead of seeking, in seconds: about that of two key frames. */
const NEAR_SECONDS = 1;

/** Inputs with the same key can share a reader. */
export const readerKey = ({ path, format, decoder, options, times }: FileInput, stream: string): string =>
  JSON.stringify([path, format, decoder, options, stream, times !== undefined]);

/** The filters that turn frames upright, as their file says, with a comma after each. */
const uprightFilters = (stream: Stream): string => {
  const matrix = displayMatrix(stream);
  if (!matrix) return '';
  const clockwise = turnOf(matrix);
  if (clockwise === 90) return 'transpose=clock,';
  if (clockwise === 180)
    return `${(matrix[0] ?? 0) < 0 ? 'hflip,' : ''}${(matrix[4] ?? 0) < 0 ? 'vflip,' : ''}`;
  return clockwise === 270 ? 'transpose=cclock,' : '';
};

/**
 * Decodes the frames of one video stream. It stays open: a piece that follows the previous one continues where that
 * ended, and for any other it seeks.
 */
export class FrameReader {
  readonly path: string;
  readonly key: string;
  readonly upright: string;
  readonly frameRate: { readonly num: number; readonly den: number };
  /** Its frames at any times, for inputs that state these. */
  readonly shown = new ShownFrames(this);
  readonly #decoder: StreamDecoder;
  /** The latest frames, the times in units of the stream as the file counts them. */
  #kept: Frame[] = [];
  /** Kept frames that {@link next} returns again before it decodes others. */
  #replayed: Frame[] = [];
  #lastTime = NO_TIME;
  #hasStarted = false;

  constructor(input: FileInput, wanted: string) {
    this.path = input.path;
    this.key = readerKey(input, wanted);
    this.#decoder = new StreamDecoder(input, wanted);
    this.upright = uprightFilters(this.packets.stream);
    const { avgFrameRate, rFrameRate } = this.packets.stream;
    this.frameRate = rFrameRate.num > 0 ? rFrameRate : avgFrameRate;
  }

  get isDamaged(): boolean {
    return this.#decoder.isDamaged;
  }

  get packets(): StreamPackets {
    return this.#decoder.packets;
  }

  /** Whether it is better to seek than to decode what is between two times. */
  isFar(from: bigint, to: bigint): boolean {
    return to - from > avRescaleQ(microseconds(NEAR_SECONDS), MICROSECONDS, this.packets.stream.timeBase);
  }

  /** The time that an input shows first, as the file counts. */
  #firstTime(input: FileInput): bigint {
    return this.packets.timeOf(input, input.shown?.from ?? 0);
  }

  /** Whether it can show an input without seeking. */
  isNear(input: FileInput): boolean {
    if (!this.#hasStarted) return input.seek === undefined;
    const wanted = this.#firstTime(input);
    const [first, last] = [this.#kept[0], this.#kept.at(-1)];
    if (!first || !last || first.pts > wanted) return false;
    return !this.isFar(last.pts, wanted) || (input.seek === undefined && input._tag === 'Source');
  }

  /** Goes to where the frames of an input begin. @param skips whether frames before that may be left out */
  goTo(input: FileInput, skips = true): void {
    this.#replayed = [];
    if (this.#hasStarted && this.isNear(input)) {
      const wanted = this.#firstTime(input);
      const at = this.#kept.findLastIndex(({ pts }) => pts <= wanted);
      this.#replayed = this.#kept.slice(at);
      return;
    }
    for (const frame of this.#kept.splice(0)) frame.free();
    if (!this.#hasStarted && input.seek === undefined) return;
    this.#decoder.goTo(input, skips ? this.#firstTime(input) : undefined);
    this.#lastTime = NO_TIME;
  }

  /** The next frame, which the caller frees, its time as the file counts; undefined at the end. */
  next(): Frame | undefined {
    this.#hasStarted = true;
    const kept = this.#replayed.shift();
    if (kept) return copyOfFrame(kept);
    const frame = this.#decoder.next();
    if (!frame) return undefined;
    this.#setTime(frame);
    this.#kept.push(frame);
    if (this.#kept.length > KEPT_FRAMES) this.#kept.shift()?.free();
    return copyOfFrame(frame);
  }

  #setTime(frame: Frame): void {
    const { num, den } = this.frameRate;
    const step = num > 0 ? avRescaleQ(1n, { num: den, den: num }, this.packets.stream.timeBase) : 1n;
    const best = frame.bestEffortTimestamp;
    const next = this.#lastTime === NO_TIME ? 0n : this.#lastTime + step;
    frame.pts = best === NO_TIME ? next : best;
    this.#lastTime = frame.pts;
  }

  close(): void {
    this.shown.close();
    for (const frame of this.#kept.splice(0)) frame.free();
    this.#decoder.close();
  }
}
