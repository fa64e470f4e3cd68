import { AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE } from 'node-av/constants';
import { type CodecContext, type Frame, Rational } from 'node-av/lib';
import type { ComposeOutput } from '../../../workers/render/ports/media-engine.js';
import { EncodedFile } from './encoded-file.js';

type Rate = { readonly num: number; readonly den: number };

const fileFor = (output: ComposeOutput, { num, den }: Rate, frame: Frame): EncodedFile =>
  new EncodedFile(
    output,
    (encoder) => {
      encoder.width = frame.width;
      encoder.height = frame.height;
      encoder.pixelFormat = frame.format as CodecContext['pixelFormat'];
      encoder.sampleAspectRatio = frame.sampleAspectRatio;
      encoder.colorSpace = frame.colorSpace;
      encoder.colorRange = frame.colorRange;
      encoder.colorPrimaries = frame.colorPrimaries;
      encoder.colorTrc = frame.colorTrc;
      encoder.timeBase = new Rational(den, num);
      encoder.framerate = new Rational(num, den);
    },
    (stream) => {
      stream.avgFrameRate = new Rational(num, den);
      stream.sampleAspectRatio = frame.sampleAspectRatio;
    },
  );

export class FrameWriter {
  written = 0;
  readonly #output: ComposeOutput;
  readonly #rate: Rate;
  #file: EncodedFile | undefined;

  /** @param rate frames per second */
  constructor(output: ComposeOutput, rate: Rate) {
    this.#output = output;
    this.#rate = rate;
  }

  get isComplete(): boolean {
    return this.written >= this.#output.frames;
  }

  /** Encodes the next frame, and frees it. */
  write(frame: Frame): void {
    this.#file ??= fileFor(this.#output, this.#rate, frame);
    const { encoder } = this.#file;
    const { keyFrameEvery } = this.#output;
    frame.pts = BigInt(this.written);
    frame.duration = 1n;
    // Encoders of stills read it here.
    frame.quality = encoder.globalQuality;
    frame.timeBase = encoder.timeBase;
    const isKey = keyFrameEvery !== undefined && this.written % keyFrameEvery === 0;
    frame.pictType = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    this.#file.write(frame);
    frame.free();
    this.written += 1;
  }

  /** Writes what the encoder still holds, and completes the file. */
  finish(): void {
    this.#file?.finish();
    this.#file?.close();
  }
}
