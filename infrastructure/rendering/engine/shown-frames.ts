import type { AVPixelFormat } from 'node-av/constants';
import { avImageGetBufferSize, type Frame } from 'node-av/lib';
import type { FileInput } from '../../../workers/render/ports/media-engine.js';
import { NEVER, type ShownSpan, type StreamPackets } from './stream-packets.js';

/** The reader that decodes the frames, see `FrameReader`. */
interface Reader {
  readonly packets: Pick<StreamPackets, 'timeOf'>;
  readonly isFar: (from: bigint, to: bigint) => boolean;
  readonly goTo: (input: FileInput, wanted?: bigint) => void;
  readonly only: (input: FileInput, wanted: bigint) => ShownFrame | undefined;
  readonly next: () => Frame | undefined;
}

/** A frame, and when it is shown. */
export interface ShownFrame extends ShownSpan {
  readonly frame: Frame;
}

/** The most memory of frames that a reader keeps to show again, in bytes: 40 frames of 1080p. */
const MOST_BYTES = 128 * 1024 ** 2;

/** How much earlier than a time to seek, in seconds, because times are rounded. */
const MARGIN = 0.001;

const bytesOf = ({ width, height, format }: Frame): number =>
  avImageGetBufferSize(format as AVPixelFormat, width, height, 1);

/** The frames that a video shows at any times. Those that were decoded last are kept. */
export class ShownFrames {
  readonly #reader: Reader;
  /** The most recently used at the end. */
  #kept: ShownFrame[] = [];
  #bytes = 0;
  #current: ShownFrame | undefined;
  #following: Frame | undefined;
  /** The time for which it went to another part of the file the last time. */
  #sought = NEVER;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /**
   * The frame that is shown at a second of an input, which the caller frees; undefined without frames.
   * @param skips whether frames before it need not be kept
   * @param isOnly whether the input shows no other
   */
  at(input: FileInput, second: number, skips: boolean, isOnly: boolean): Frame | undefined {
    const wanted = this.#reader.packets.timeOf(input, second);
    const kept = this.#findKept(wanted);
    if (kept) return kept.frame.clone() ?? undefined;
    if (!this.#current || wanted < this.#current.from || this.#reader.isFar(this.#current.until, wanted))
      this.#goTo(input, second, skips ? wanted : undefined, isOnly && this.#isElsewhere(wanted));
    while (this.#current && this.#current.until <= wanted) this.#step();
    return (this.#current ?? this.#findKept(wanted))?.frame.clone() ?? undefined;
  }

  /** Whether a time is far from the last one for which it sought, so that it need not be shown step by step. */
  #isElsewhere(wanted: bigint): boolean {
    const before = this.#sought;
    this.#sought = wanted;
    return this.#reader.isFar(before, wanted) || this.#reader.isFar(wanted, before);
  }

  /** Decodes the frames around a second of an input, one with each step. */
  *around(input: FileInput, second: number, before: number, after: number): Generator<undefined> {
    const [first, last] = [second - before, second + after].map((at) =>
      this.#reader.packets.timeOf(input, Math.max(0, at)),
    ) as [bigint, bigint];
    if (this.#findKept(first) && this.#findKept(last)) return;
    this.#goTo(input, Math.max(0, second - before));
    while (this.#current && this.#current.until <= last) {
      yield;
      this.#step();
    }
  }

  #findKept(wanted: bigint): ShownFrame | undefined {
    const at = this.#kept.findIndex(({ from, until }) => from <= wanted && wanted < until);
    const [found] = at < 0 ? [] : this.#kept.splice(at, 1);
    if (found) this.#kept.push(found);
    return found;
  }

  #goTo(input: FileInput, second: number, wanted?: bigint, isOnly = false): void {
    const at = Math.max(0, second - MARGIN);
    const sought =
      input.seek === undefined
        ? { ...input, shown: { from: at, at: 0 } }
        : { ...input, seek: input.seek + at };
    this.#following?.free();
    this.#following = undefined;
    this.#current = undefined;
    const seeks = wanted !== undefined && input.seek !== undefined;
    const only = isOnly && seeks ? this.#reader.only(sought, wanted) : undefined;
    if (only) return this.#keep(only);
    this.#reader.goTo(sought, wanted);
    this.#following = this.#reader.next();
    // The first frame is also shown before its time.
    this.#step(this.#reader.packets.timeOf(input, second));
  }

  /** Advances to the next frame. The last one stays the current one. */
  #step(earliest = NEVER): void {
    const frame = this.#following;
    this.#following = frame && this.#reader.next();
    if (!frame) {
      if (this.#current) this.#current = { ...this.#current, until: NEVER };
      return;
    }
    const from = frame.pts < earliest ? frame.pts : earliest;
    this.#current = { frame, from, until: this.#following?.pts ?? NEVER };
    this.#keep(this.#current);
  }

  #keep(shown: ShownFrame): void {
    this.#kept = this.#kept.filter((one) => {
      const isSame = one.from === shown.from;
      if (isSame) this.#drop(one);
      return !isSame;
    });
    this.#kept.push(shown);
    this.#bytes += bytesOf(shown.frame);
    while (this.#bytes > MOST_BYTES && this.#kept.length > 1) {
      const oldest = this.#kept.shift();
      if (oldest) this.#drop(oldest);
    }
  }

  #drop({ frame }: ShownFrame): void {
    this.#bytes -= bytesOf(frame);
    frame.free();
  }

  close(): void {
    for (const shown of this.#kept.splice(0)) this.#drop(shown);
    this.#following?.free();
  }
}
