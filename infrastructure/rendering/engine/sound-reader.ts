import { avRescaleDelta, Frame, Rational } from 'node-av/lib';
import type { SoundSource } from '../../../workers/render/sound/sound-commands.js';
import { NO_TIME } from './open-input.js';
import { framesAs, kindOf, SoundFilters } from './sound-filters.js';
import { StreamDecoder } from './stream-decoder.js';

const BYTES_PER_SAMPLE = 4;

/** Decodes a sound to interleaved 32-bit floats. */
export class SoundReader {
  readonly #decoder: StreamDecoder;
  readonly #filters: string;
  readonly #offset: bigint;
  readonly #frame = new Frame();
  /** The kind and the rate of the first frame: the filters take only such. */
  #opened: { readonly filters: SoundFilters; readonly kind: string; readonly rate: number } | undefined;
  readonly #reference = { value: NO_TIME };
  /** When the latest frame ends, in samples. */
  #end = 0n;
  #takesMore = true;

  constructor({ input, stream, filters }: SoundSource) {
    this.#decoder = new StreamDecoder(input, stream);
    this.#offset = this.#decoder.packets.offset(input);
    this.#filters = `${filters === '' ? '' : `${filters},`}aformat=sample_fmts=flt`;
    this.#frame.alloc();
    if (input.seek !== undefined) this.#decoder.goTo(input);
  }

  /** About the next `count` samples of all channels; none at the end. */
  read(count: number): Float32Array {
    const parts: Buffer[] = [];
    let length = 0;
    for (let part = this.next(); part; part = length < count ? this.next() : undefined) {
      parts.push(part);
      length += part.length / BYTES_PER_SAMPLE;
    }
    return new Float32Array(Uint8Array.from(Buffer.concat(parts)).buffer);
  }

  /** The next samples, as the filters leave them; undefined at the end. */
  next(): Buffer | undefined {
    for (;;) {
      const got = this.#opened ? this.#opened.filters.pull(this.#frame) : false;
      if (got) {
        const { data, nbSamples, channels } = this.#frame;
        const part = Buffer.from(data?.[0]?.subarray(0, nbSamples * channels * BYTES_PER_SAMPLE) ?? []);
        this.#frame.unref();
        return part;
      }
      if (got === undefined || !this.#takesMore) return undefined;
      this.#feed();
    }
  }

  /** Gives the filters the next frame, or the end. */
  #feed(): void {
    const frame = this.#decoder.next();
    if (!frame) {
      this.#takesMore = false;
      this.#opened?.filters.push(null);
      return;
    }
    const found = kindOf(frame);
    const { sampleRate: rate } = frame;
    this.#setTime(frame);
    this.#opened ??= { filters: new SoundFilters(found, rate, this.#filters), kind: found, rate };
    const { kind, filters } = this.#opened;
    const frames = found === kind ? [frame] : framesAs(kind, frame);
    for (const one of frames) this.#takesMore = filters.push(one) && this.#takesMore;
    for (const one of new Set([frame, ...frames])) one.free();
  }

  /** Lets the time of a frame count in samples, from where the input is read. */
  #setTime(frame: Frame): void {
    const samples = { num: 1, den: frame.sampleRate };
    const { nbSamples, pts } = frame;
    frame.pts =
      pts === NO_TIME
        ? this.#end
        : avRescaleDelta(
            this.#decoder.packets.stream.timeBase,
            pts + this.#offset,
            samples,
            nbSamples,
            this.#reference,
            samples,
          );
    frame.timeBase = new Rational(samples.num, samples.den);
    this.#end = frame.pts + BigInt(nbSamples);
  }

  close(): void {
    this.#opened?.filters.close();
    this.#frame.free();
    this.#decoder.close();
  }
}
