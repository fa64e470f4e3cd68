import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AVERROR_EAGAIN,
  AVERROR_EOF,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, type Frame, Packet, Rational, type Stream } from 'node-av/lib';
import type { ComposeOutput } from '../../../workers/render/ports/media-engine.js';
import { Muxer } from './muxer.js';
import { setOptions } from './set-options.js';

type Rate = { readonly num: number; readonly den: number };

/** The encoder of an output. */
export const encoderOf = ({ encoder }: ComposeOutput): Codec => {
  const codec = Codec.findEncoderByName(encoder as Parameters<typeof Codec.findEncoderByName>[0]);
  if (!codec) throw new Error('the engine has no such encoder');
  return codec;
};

/** Encodes frames into a file. */
export class FrameWriter {
  written = 0;
  readonly #output: ComposeOutput;
  readonly #rate: Rate;
  readonly #muxer: Muxer;
  readonly #encoder = new CodecContext();
  readonly #packet = new Packet();
  #stream: Stream | undefined;

  /** @param rate frames per second */
  constructor(output: ComposeOutput, rate: Rate) {
    this.#output = output;
    this.#rate = rate;
    this.#muxer = new Muxer(output.format, output.path);
    this.#packet.alloc();
  }

  #open(frame: Frame): Stream {
    const { encoderOptions, formatOptions } = this.#output;
    const codec = encoderOf(this.#output);
    const { num, den } = this.#rate;
    this.#encoder.allocContext3(codec);
    this.#encoder.width = frame.width;
    this.#encoder.height = frame.height;
    this.#encoder.pixelFormat = frame.format as CodecContext['pixelFormat'];
    this.#encoder.sampleAspectRatio = frame.sampleAspectRatio;
    this.#encoder.colorSpace = frame.colorSpace;
    this.#encoder.colorRange = frame.colorRange;
    this.#encoder.colorPrimaries = frame.colorPrimaries;
    this.#encoder.colorTrc = frame.colorTrc;
    this.#encoder.timeBase = new Rational(den, num);
    this.#encoder.framerate = new Rational(num, den);
    if (this.#muxer.hasHeaders) this.#encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    setOptions(this.#encoder, encoderOptions);
    FFmpegError.throwIfError(this.#encoder.open2Sync(codec, null), 'encoder');
    const stream = this.#muxer.addStream();
    FFmpegError.throwIfError(stream.codecpar.fromContext(this.#encoder), 'parameters');
    stream.timeBase = this.#encoder.timeBase;
    stream.avgFrameRate = this.#encoder.framerate;
    stream.sampleAspectRatio = frame.sampleAspectRatio;
    this.#muxer.start(formatOptions);
    this.#stream = stream;
    return stream;
  }

  /** Whether all its frames are written. */
  get isComplete(): boolean {
    return this.written >= this.#output.frames;
  }

  /** Encodes the next frame, and frees it. */
  write(frame: Frame): void {
    if (!this.#stream) this.#open(frame);
    const { keyFrameEvery } = this.#output;
    frame.pts = BigInt(this.written);
    frame.duration = 1n;
    // Encoders of stills read it here.
    frame.quality = this.#encoder.globalQuality;
    frame.timeBase = this.#encoder.timeBase;
    const isKey = keyFrameEvery !== undefined && this.written % keyFrameEvery === 0;
    frame.pictType = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    FFmpegError.throwIfError(this.#encoder.sendFrameSync(frame), 'encode');
    frame.free();
    this.written += 1;
    this.#drain();
  }

  #drain(): void {
    const stream = this.#stream;
    if (!stream) return;
    for (;;) {
      const got = this.#encoder.receivePacketSync(this.#packet);
      if (got === AVERROR_EAGAIN || got === AVERROR_EOF) return;
      FFmpegError.throwIfError(got, 'encode');
      this.#packet.streamIndex = stream.index;
      if (this.#packet.duration === 0n) this.#packet.duration = 1n;
      this.#packet.rescaleTs(this.#encoder.timeBase, stream.timeBase);
      this.#muxer.write(this.#packet);
    }
  }

  /** Writes what the encoder still holds, and completes the file. */
  finish(): void {
    if (!this.#stream) return;
    FFmpegError.throwIfError(this.#encoder.sendFrameSync(null), 'encode');
    this.#drain();
    this.#muxer.finish();
  }

  close(): void {
    this.#packet.free();
    this.#encoder.freeContext();
    this.#muxer.close();
  }
}
