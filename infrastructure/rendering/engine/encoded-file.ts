import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVFMT_GLOBALHEADER,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  type Frame,
  Packet,
  type Stream,
} from 'node-av/lib';
import { setOptions } from './set-options.js';

/** The file that an encoder writes. */
export interface EncodedAs {
  readonly encoder: string;
  readonly encoderOptions: Readonly<Record<string, string>>;
  readonly format: string;
  readonly formatOptions: Readonly<Record<string, string>>;
  readonly path: string;
}

export const encoderNamed = (name: string): Codec => {
  const codec = Codec.findEncoderByName(name as Parameters<typeof Codec.findEncoderByName>[0]);
  if (!codec) throw new Error('the engine has no such encoder');
  return codec;
};

/** Encodes one stream into a file. */
export class EncodedFile {
  readonly encoder = new CodecContext();
  readonly #format = new FormatContext();
  readonly #packet = new Packet();
  readonly #stream: Stream;

  /** @param prepare states what the frames are, to the encoder and then to the stream */
  constructor(
    { encoder, encoderOptions, format, formatOptions, path }: EncodedAs,
    prepare: (encoder: CodecContext) => void,
    describe: (stream: Stream) => void = () => undefined,
  ) {
    const codec = encoderNamed(encoder);
    this.#packet.alloc();
    FFmpegError.throwIfError(this.#format.allocOutputContext2(null, format, path), 'output');
    this.encoder.allocContext3(codec);
    prepare(this.encoder);
    if ((Number(this.#format.oformat?.flags ?? 0) & Number(AVFMT_GLOBALHEADER)) !== 0)
      this.encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    setOptions(this.encoder, encoderOptions);
    FFmpegError.throwIfError(this.encoder.open2Sync(codec, null), 'encoder');
    this.#stream = this.#format.newStream(codec);
    FFmpegError.throwIfError(this.#stream.codecpar.fromContext(this.encoder), 'parameters');
    this.#stream.timeBase = this.encoder.timeBase;
    describe(this.#stream);
    FFmpegError.throwIfError(this.#format.openOutputSync(), 'file');
    setOptions(this.#format, formatOptions);
    FFmpegError.throwIfError(this.#format.writeHeaderSync(null), 'header');
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
      FFmpegError.throwIfError(this.#format.interleavedWriteFrameSync(this.#packet), 'write');
    }
  }

  /** Completes the file. */
  finish(): void {
    this.write(null);
    FFmpegError.throwIfError(this.#format.writeTrailerSync(), 'trailer');
  }

  close(): void {
    this.#packet.free();
    this.encoder.freeContext();
    this.#format.closeOutputSync();
    this.#format.freeContext();
  }
}
