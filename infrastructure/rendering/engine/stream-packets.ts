import {
  AVDISCARD_ALL,
  AVERROR_EOF,
  AVFMT_SEEK_TO_PTS,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
} from 'node-av/constants';
import { avRescaleQ, FFmpegError, type FormatContext, Packet, type Stream } from 'node-av/lib';
import type { FileInput } from '../../../workers/render/ports/media-engine.js';
import { optionsOf } from './input-limits.js';
import { throwIfMemoryIsShort } from './memory-shortage.js';
import { MICROSECONDS, NO_TIME, openInput } from './open-input.js';

/** How much earlier ffmpeg seeks where an index may state decoding times, in µs: three frames at 23 frames per second. */
const REORDERING_MARGIN = (3n * 1_000_000n) / 23n;

/** The most that is read ahead, in bytes. */
const MOST_AHEAD = 64 * 1024 ** 2;

export const microseconds = (seconds: number): bigint => BigInt(Math.round(seconds * 1e6));

/** A file has no stream of the kind that is needed. */
export class NoSuchStream extends Error {}

/** The stream of a file with this number; `v` and `a`: the first with a picture or a sound. */
const streamOf = ({ streams }: FormatContext, wanted: string): Stream => {
  const kind = wanted === 'v' ? AVMEDIA_TYPE_VIDEO : wanted === 'a' ? AVMEDIA_TYPE_AUDIO : undefined;
  const stream = streams.find(({ index, codecpar }) =>
    kind === undefined ? index === Number(wanted) : codecpar.codecType === kind,
  );
  if (!stream) throw new NoSuchStream('the file has no such stream');
  for (const other of streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
  return stream;
};

/** The packets of one stream of a file, and its times. */
export class StreamPackets {
  readonly stream: Stream;
  /** How often the demuxer reported damage. */
  errors = 0;
  readonly #format: FormatContext;
  /** Packets that were read ahead. */
  readonly #queue: Packet[] = [];
  readonly #start: bigint;

  /**
   * @param wanted the number of the stream; `v` or `a`
   * @param open reads the header, and by default also the beginning of the streams
   */
  constructor(
    input: Pick<FileInput, '_tag' | 'path' | 'format' | 'options'>,
    wanted: string,
    open = openInput,
  ) {
    this.#format = open(input.path, optionsOf(input), input.format);
    try {
      this.stream = streamOf(this.#format, wanted);
    } catch (error) {
      this.#format.closeInputSync();
      throw error;
    }
    // Files of this service are shown at the times that they state.
    this.#start =
      input._tag === 'Intermediate' || this.#format.startTime === NO_TIME ? 0n : this.#format.startTime;
  }

  /** The offset from times of the file to times from where an input is read, in units of the stream. */
  offset({ seek = 0, delay = 0 }: Pick<FileInput, 'seek' | 'delay'>): bigint {
    return avRescaleQ(
      microseconds(delay) - microseconds(seek) - this.#start,
      MICROSECONDS,
      this.stream.timeBase,
    );
  }

  /** The latest time at or before a second of an input, as the file counts, in units of the stream. */
  timeOf({ seek = 0 }: Pick<FileInput, 'seek'>, second: number): bigint {
    const { num, den } = this.stream.timeBase;
    const [units, unit] = [
      (microseconds(seek + second) + this.#start) * BigInt(den),
      BigInt(num) * 1_000_000n,
    ];
    const whole = units / unit;
    return whole * unit > units ? whole - 1n : whole;
  }

  /** Goes to the key frame from which the frame can be decoded that is shown where an input is read. */
  seek({ seek = 0 }: Pick<FileInput, 'seek'>): void {
    const canSeekExactly = (Number(this.#format.iformat?.flags ?? 0) & Number(AVFMT_SEEK_TO_PTS)) !== 0;
    const reorders = !canSeekExactly && this.#format.streams.some(({ codecpar }) => codecpar.videoDelay > 0);
    const to = microseconds(seek) + this.#start - (reorders ? REORDERING_MARGIN : 0n);
    const seekTo = (): number => this.#format.seekFrameSync(-1, to, AVSEEK_FLAG_BACKWARD);
    FFmpegError.throwIfError(seekTo(), 'seek');
    this.#forget();
    const { pts, dts } = this.#ahead() ?? { pts: NO_TIME, dts: NO_TIME };
    if (dts === NO_TIME || pts <= this.timeOf({ seek }, 0)) return;
    // In an open group of pictures, a frame that is shown before its key frame refers to the group before.
    this.#forget();
    const { index } = this.stream;
    if (this.#format.seekFrameSync(index, dts - 1n, AVSEEK_FLAG_BACKWARD) < 0)
      FFmpegError.throwIfError(seekTo(), 'seek');
  }

  /** Reads one more packet ahead. */
  #ahead(): Packet | undefined {
    const packet = this.#read();
    if (packet) this.#queue.push(packet);
    return packet;
  }

  /** Reads ahead, up to a time. @returns the time of the frame that is shown then; undefined if they do not tell */
  lookFor(wanted: bigint): bigint | undefined {
    let found: bigint | undefined;
    for (let [bytes, index] = [0, 0]; bytes < MOST_AHEAD; index += 1) {
      const packet = this.#queue[index] ?? this.#ahead();
      if (!packet) return found;
      const { pts, dts, size } = packet;
      if (pts === NO_TIME || dts === NO_TIME) return undefined;
      if (dts > wanted) return found;
      if (pts <= wanted && (found === undefined || pts > found)) found = pts;
      bytes += size;
    }
    return undefined;
  }

  /** The next packet of the stream, which the caller frees; undefined at the end. */
  next(): Packet | undefined {
    return this.#queue.shift() ?? this.#read();
  }

  /** All packets, each valid until the next is requested. @throws Error where the file is damaged */
  *all(): Generator<Packet> {
    for (let packet = this.next(); packet; packet = this.next()) {
      yield packet;
      packet.free();
    }
    if (this.errors > 0) throw new Error('the file is damaged');
  }

  #read(): Packet | undefined {
    const packet = new Packet();
    packet.alloc();
    for (;;) {
      const read = this.#format.readFrameSync(packet);
      if (read >= 0 && packet.streamIndex === this.stream.index) return packet;
      packet.unref();
      if (read >= 0) continue;
      throwIfMemoryIsShort(read);
      if (read !== AVERROR_EOF) this.errors += 1;
      packet.free();
      return undefined;
    }
  }

  #forget(): void {
    for (const packet of this.#queue.splice(0)) packet.free();
  }

  close(): void {
    this.#forget();
    this.#format.closeInputSync();
  }
}
