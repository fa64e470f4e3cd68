import type { AVPixelFormat } from 'node-av/constants';
import { avImageGetBufferSize, type Frame } from 'node-av/lib';
import type { FileInput } from '../../../workers/render/ports/media-engine.js';
import { copyOfFrame } from './memory-shortage.js';
import type { StreamPackets } from './stream-packets.js';

/** The reader that decodes the frames, see `FrameReader`. */
interface Reader {
  readonly packets: Pick<StreamPackets, 'timeOf'>;
  readonly isFar: (from: bigint, to: bigint) => boolean;
  readonly goTo: (input: FileInput, skips: boolean) => void;
  readonly next: () => Frame | undefined;
}

/** A frame, and from when and until when it is shown, in units of the stream as the file counts. */
interface ShownFrame {
  readonly frame: Frame;
  readonly from: bigint;
  readonly until: bigint;
}

/** The most memory of frames that a reader keeps to show again, in bytes: 40 frames of 1080p. */
const MOST_BYTES = 128 * 1024 ** 2;
/** The most memory of frames that all readers keep, in bytes. Each has the same share. */
const MOST_OF_ALL = 4 * MOST_BYTES;
/** The readers that keep frames. */
const keeping = new Set<ShownFrames>();

/** A time after all others. */
const NEVER = 2n ** 62n;

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

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /**
   * The frame that is shown at a second of an input, which the caller frees; undefined without frames.
   * @param skips whether frames before it need not be kept
   */
  at(input: FileInput, second: number, skips: boolean): Frame | undefined {
    const wanted = this.#reader.packets.timeOf(input, second);
    const kept = this.#findKept(wanted);
    if (kept) return copyOfFrame(kept.frame);
    if (!this.#current || wanted < this.#current.from || this.#reader.isFar(this.#current.until, wanted))
      this.#goTo(input, second, skips);
    while (this.#current && this.#current.until <= wanted) this.#step();
    return this.#current && copyOfFrame(this.#current.frame);
  }

  /** Decodes the frames around a second of an input, one with each step. */
  *around(input: FileInput, second: number, before: number, after: number): Generator<undefined> {
    const [first, last] = [second - before, second + after].map((at) =>
      this.#reader.packets.timeOf(input, Math.max(0, at)),
    ) as [bigint, bigint];
    if (this.#findKept(first) && this.#findKept(last)) return;
    this.#goTo(input, Math.max(0, second - before), false);
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

  #goTo(input: FileInput, second: number, skips: boolean): void {
    const at = Math.max(0, second - MARGIN);
    const sought =
      input.seek === undefined
        ? { ...input, shown: { from: at, at: 0 } }
        : { ...input, seek: input.seek + at };
    this.#following?.free();
    this.#reader.goTo(sought, skips);
    this.#following = this.#reader.next();
    this.#current = undefined;
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
    keeping.add(this);
    const most = Math.min(MOST_BYTES, MOST_OF_ALL / keeping.size);
    while (this.#bytes > most && this.#kept.length > 1) {
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
    keeping.delete(this);
    this.#following?.free();
  }
}
