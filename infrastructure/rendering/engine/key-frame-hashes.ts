import { createHash } from 'node:crypto';
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { Codec, CodecContext, type CodecParameters, FFmpegError, Frame, type Packet } from 'node-av/lib';
import { FrameHasher } from './frame-hasher.js';

/**
 * Decodes key frames, and hashes their pictures. Key frames with equal bytes are decoded once: still stretches repeat
 * them.
 */
export class KeyFrameHashes {
  readonly #decoder = new CodecContext();
  readonly #hasher = new FrameHasher();
  /** The numbers of different key frames by the hash of their bytes. */
  readonly #numbers = new Map<string, number>();
  readonly #hashes = new Map<number, string>();
  readonly #frame = new Frame();

  constructor(parameters: CodecParameters) {
    const codec = Codec.findDecoder(parameters.codecId);
    if (!codec) throw new Error('the stream has no decoder');
    this.#decoder.allocContext3(codec);
    FFmpegError.throwIfError(this.#decoder.parametersToContext(parameters), 'parameters');
    // One picture is decoded while the packets up to the next are joined.
    this.#decoder.threadCount = 2;
    FFmpegError.throwIfError(this.#decoder.open2Sync(codec, null), 'decoder');
    this.#frame.alloc();
  }

  /** Decodes a key frame, unless it is known. @returns its number for {@link hashOf} */
  add(packet: Packet): number {
    const name = createHash('sha256')
      .update(packet.data ?? Buffer.alloc(0))
      .digest('hex');
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    const own = packet.clone();
    if (!own) throw new Error('packet allocation failed');
    own.pts = BigInt(number);
    own.dts = own.pts;
    this.#decoder.sendPacketSync(own);
    own.free();
    this.#receive();
    return number;
  }

  #receive(): void {
    for (;;) {
      const got = this.#decoder.receiveFrameSync(this.#frame);
      if (got === AVERROR_EAGAIN || got === AVERROR_EOF) return;
      // A frame that cannot be decoded has no hash.
      if (got === 0) this.#hashes.set(Number(this.#frame.pts), this.#hasher.hash(this.#frame));
    }
  }

  /** Decodes what the decoder still holds. */
  finish(): void {
    this.#decoder.sendPacketSync(null);
    this.#receive();
  }

  /** The hash of a key frame, once all are decoded. */
  hashOf(number: number): string | undefined {
    return this.#hashes.get(number);
  }

  close(): void {
    this.#frame.free();
    this.#hasher.close();
    this.#decoder.freeContext();
  }
}
