import { AV_CODEC_FLAG_GLOBAL_HEADER, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, type Frame, Packet, type Stream } from 'node-av/lib';
import type { ComposeOutput } from '../../../workers/render/ports/media-engine.js';
import { Muxer } from './muxer.js';
import { setOptions } from './set-options.js';

export type EncodedAs = Pick<
  ComposeOutput,
  'encoder' | 'encoderOptions' | 'format' | 'formatOptions' | 'path'
>;

export const encoderNamed = (name: string): Codec => {
  const codec = Codec.findEncoderByName(name as Parameters<typeof Codec.findEncoderByName>[0]);
  if (!codec) throw new Error('the engine has no such encoder');
  return codec;
};

export class EncodedFile {
  readonly encoder = new CodecContext();
  readonly #muxer: Muxer;
  readonly #packet = new Packet();
  readonly #stream: Stream;

  /** @param prepare states what the frames are, to the encoder and then to the stream */
  constructor(
    { encoder, encoderOptions, format, formatOptions, path }: EncodedAs,
    prepare: (encoder: CodecContext) => void,
    describe: (stream: Stream) => void = () => undefined,
  ) {
    const codec = encoderNamed(encoder);
    this.#muxer = new Muxer(format, path);
    this.#packet.alloc();
    this.encoder.allocContext3(codec);
    prepare(this.encoder);
    if (this.#muxer.hasHeaders) this.encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    setOptions(this.encoder, encoderOptions);
    FFmpegError.throwIfError(this.encoder.open2Sync(codec, null), 'encoder');
    this.#stream = this.#muxer.addStream();
    FFmpegError.throwIfError(this.#stream.codecpar.fromContext(this.encoder), 'parameters');
    this.#stream.timeBase = this.encoder.timeBase;
    describe(this.#stream);
    this.#muxer.start(formatOptions);
  }

  /** Encodes a frame, or what the encoder still holds. */
  write(frame: Frame | null): void {
    FFmpegError.throwIfError(this.encoder.sendFrameSync(frame), 'encode');
    for (;;) {
      const got = this.encoder.receivePacketSync(this.#packet);
      if (got === AVERROR_EAGAIN || got === AVERROR_EOF) return;
      FFmpegError.throwIfError(got, 'encode');
      this.#packet.streamIndex = this.#stream.index;
      if (this.#packet.duration === 0n) this.#packet.duration = 1n;
      this.#packet.rescaleTs(this.encoder.timeBase, this.#stream.timeBase);
      this.#muxer.write(this.#packet);
    }
  }

  /** Completes the file. */
  finish(): void {
    this.write(null);
    this.#muxer.finish();
  }

  close(): void {
    this.#packet.free();
    this.encoder.freeContext();
    this.#muxer.close();
  }
}
