import { AVDISCARD_ALL, AVERROR_EOF, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { FFmpegError, type FormatContext, Packet, type Stream } from 'node-av/lib';
import { NO_TIME, openHeader, openInput } from './open-input.js';

const TYPES = { video: AVMEDIA_TYPE_VIDEO, audio: AVMEDIA_TYPE_AUDIO };

/** A file has no stream of the kind that is needed. */
export class NoSuchStream extends Error {}

/** Reads the packets of the first stream of a kind. */
export class PacketReader {
  readonly stream: Stream;
  /** When the file begins, in microseconds. */
  readonly start: bigint;
  readonly #format: FormatContext;
  readonly #packet = new Packet();

  /**
   * @param options of the demuxer, by name
   * @param isInspected whether packets are read to find out what the header leaves open
   */
  constructor(
    path: string,
    kind: keyof typeof TYPES,
    options: Readonly<Record<string, string>>,
    isInspected = false,
  ) {
    this.#format = isInspected ? openInput(path, options) : openHeader(path, options);
    const { streams } = this.#format;
    const stream = streams.find(({ codecpar }) => codecpar.codecType === TYPES[kind]);
    if (!stream) {
      this.#format.closeInputSync();
      throw new NoSuchStream(`the file has no ${kind}`);
    }
    for (const other of streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
    this.stream = stream;
    const { startTime } = this.#format;
    this.start = startTime === NO_TIME ? 0n : startTime;
    this.#packet.alloc();
  }

  /** Its packets, each valid until the next is requested. */
  *packets(): Generator<Packet> {
    for (;;) {
      this.#packet.unref();
      const read = this.#format.readFrameSync(this.#packet);
      if (read === AVERROR_EOF) return;
      FFmpegError.throwIfError(read, 'read');
      if (this.#packet.streamIndex === this.stream.index) yield this.#packet;
    }
  }

  close(): void {
    this.#packet.free();
    this.#format.closeInputSync();
  }
}
