import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, type Stream } from 'node-av/lib';
import type { FileInput } from '../../../workers/render/ports/media-engine.js';
import { optionsOf } from './input-limits.js';
import { throwIfMemoryIsShort } from './memory-shortage.js';
import { setOptions } from './set-options.js';
import { StreamPackets } from './stream-packets.js';

const codecOf = ({ codecpar }: Stream, decoder: string | undefined): Codec => {
  const codec =
    decoder === undefined
      ? Codec.findDecoder(codecpar.codecId)
      : Codec.findDecoderByName(decoder as Parameters<typeof Codec.findDecoderByName>[0]);
  if (!codec) throw new Error('the stream has no decoder');
  return codec;
};

export class StreamDecoder {
  readonly packets: StreamPackets;
  readonly #decoder = new CodecContext();
  /** How often the decoder reported damage. */
  #decodingErrors = 0;
  /** A frame that was decoded, and that {@link next} returns. */
  #ready: Frame | undefined;
  /** Frames before this time are dropped. */
  #firstTime: bigint | undefined;
  #skips = false;
  /** The frames that the decoder skips by default, as the option `skip_frame`. */
  readonly #defaultSkip: string;
  #isDrained = false;

  /** @param wanted the number of the stream; `v` or `a` */
  constructor(input: FileInput, wanted: string) {
    const {
      threads = '1',
      codec_whitelist: codecs,
      max_pixels: pixels,
      skip_frame: skip = 'default',
    } = optionsOf(input);
    this.#defaultSkip = skip;
    this.packets = new StreamPackets(input, wanted);
    const { stream } = this.packets;
    const codec = codecOf(stream, input.decoder);
    this.#decoder.allocContext3(codec);
    FFmpegError.throwIfError(this.#decoder.parametersToContext(stream.codecpar), 'parameters');
    this.#decoder.pktTimebase = stream.timeBase;
    setOptions(this.#decoder, {
      threads,
      ...(codecs === undefined ? {} : { codec_whitelist: codecs }),
      ...(pixels === undefined ? {} : { max_pixels: pixels }),
      skip_frame: skip,
    });
    FFmpegError.throwIfError(this.#decoder.open2Sync(codec, null), 'decoder');
  }

  /**
   * Goes to the key frame at or before where an input is read.
   * @param wanted the time of the first frame that is wanted, or one at which it is shown: those before it need not be
   *   decoded unless others refer to them. Absent: the next frame is the key frame.
   */
  goTo(input: Pick<FileInput, 'seek'>, wanted?: bigint): void {
    this.#seek(input);
    const target = wanted === undefined ? undefined : this.packets.lookFor(wanted);
    if (target === undefined) return;
    const before = this.#errors;
    this.#firstTime = target;
    const frame = this.#decoded();
    this.#firstTime = undefined;
    if (frame?.pts === target && this.#errors === before) {
      this.#ready = frame;
      return;
    }
    // What decoders repair may depend on every frame.
    frame?.free();
    this.#seek(input);
  }

  /** Whether damage was reported: frames may be missing. */
  get isDamaged(): boolean {
    return this.#errors > 0;
  }

  /** How often damage was reported. */
  get #errors(): number {
    return this.packets.errors + this.#decodingErrors;
  }

  #seek(input: Pick<FileInput, 'seek'>): void {
    this.packets.seek(input);
    this.#decoder.flushBuffers();
    this.#ready?.free();
    this.#ready = undefined;
    this.#isDrained = false;
  }

  /** The next decoded frame, which the caller frees; undefined at the end. */
  next(): Frame | undefined {
    const ready = this.#ready;
    this.#ready = undefined;
    return ready ?? this.#decoded();
  }

  #decoded(): Frame | undefined {
    const frame = new Frame();
    frame.alloc();
    for (;;) {
      const got = this.#decoder.receiveFrameSync(frame);
      if (got === 0) {
        if (frame.decodeErrorFlags !== 0) this.#decodingErrors += 1;
        if (this.#firstTime === undefined || frame.pts >= this.#firstTime) return frame;
        frame.unref();
        continue;
      }
      if (got !== AVERROR_EAGAIN && got !== AVERROR_EOF) this.#noteError(got);
      if (got === AVERROR_EOF || this.#isDrained) {
        frame.free();
        return undefined;
      }
      this.#send();
    }
  }

  /** Gives the decoder the next packet of the stream, or the end. */
  #send(): void {
    for (;;) {
      const packet = this.packets.next();
      if (!packet) {
        this.#isDrained = true;
        this.#decoder.sendPacketSync(null);
        return;
      }
      this.#skip(this.#firstTime !== undefined && packet.pts < this.#firstTime);
      const sent = this.#decoder.sendPacketSync(packet);
      packet.free();
      if (sent >= 0) return;
      this.#noteError(sent);
    }
  }

  #noteError(error: number): void {
    throwIfMemoryIsShort(error);
    this.#decodingErrors += 1;
  }

  /** Sets whether the decoder skips frames to which no other refers. */
  #skip(isOn: boolean): void {
    if (isOn === this.#skips) return;
    this.#skips = isOn;
    setOptions(this.#decoder, { skip_frame: isOn ? 'noref' : this.#defaultSkip });
  }

  close(): void {
    this.#ready?.free();
    this.#decoder.freeContext();
    this.packets.close();
  }
}
