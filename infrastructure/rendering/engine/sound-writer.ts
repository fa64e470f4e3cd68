import { AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { avChannelLayoutDefault, avGetSampleFmtName, Frame, Rational } from 'node-av/lib';
import { type EncodedAs, EncodedFile, encoderNamed } from './encoded-file.js';
import { kindOf, SoundFilters } from './sound-filters.js';

interface RecordedAs extends EncodedAs {
  readonly sampleRate: number;
  readonly channels: number;
}

/** What is written: the samples of the mix. */
const MIX = { rate: 48_000, channels: 2 };

const frameOf = (samples: Float32Array, pts: bigint): Frame => {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_SAMPLE_FMT_FLT;
  frame.sampleRate = MIX.rate;
  frame.channelLayout = avChannelLayoutDefault(MIX.channels);
  frame.nbSamples = samples.length / MIX.channels;
  frame.getBuffer();
  frame.data?.[0]?.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  frame.pts = pts;
  frame.timeBase = new Rational(1, MIX.rate);
  return frame;
};

/** The format in which an encoder takes samples: floats where it does. */
const formatFor = (encoder: string) => {
  const formats = encoderNamed(encoder).sampleFormats ?? [];
  return (
    [AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP].find((format) => formats.includes(format)) ??
    formats[0] ??
    AV_SAMPLE_FMT_FLT
  );
};

/** Encodes samples of the mix into a file. */
export class SoundWriter {
  readonly #file: EncodedFile;
  readonly #frame = new Frame();
  #filters: SoundFilters | undefined;
  readonly #conversion: string;
  #taken = 0;

  constructor(output: RecordedAs) {
    const { sampleRate, channels } = output;
    const format = formatFor(output.encoder);
    this.#frame.alloc();
    this.#file = new EncodedFile(output, (encoder) => {
      encoder.sampleFormat = format;
      encoder.sampleRate = sampleRate;
      encoder.channelLayout = avChannelLayoutDefault(channels);
      encoder.timeBase = new Rational(1, sampleRate);
    });
    const { frameSize } = this.#file.encoder;
    this.#conversion = [
      `aformat=sample_fmts=${avGetSampleFmtName(format) ?? ''}:sample_rates=${sampleRate}:channel_layouts=${channels}c`,
      ...(frameSize > 0 ? [`asetnsamples=n=${frameSize}:p=0`] : []),
    ].join(',');
  }

  /** Encodes the next samples of the mix, interleaved. */
  write(samples: Float32Array): void {
    const frame = frameOf(samples, BigInt(this.#taken));
    this.#taken += frame.nbSamples;
    this.#filters ??= new SoundFilters(kindOf(frame), MIX.rate, this.#conversion);
    this.#filters.push(frame);
    frame.free();
    this.#encode();
  }

  #encode(): void {
    while (this.#filters?.pull(this.#frame) === true) {
      this.#file.write(this.#frame);
      this.#frame.unref();
    }
  }

  /** Writes what is still held, and completes the file. */
  finish(): void {
    this.#filters?.push(null);
    this.#encode();
    this.#file.finish();
    this.#filters?.close();
    this.#frame.free();
    this.#file.close();
  }
}
