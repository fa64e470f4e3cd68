import { type AVPixelFormat, AVCOL_RANGE_MPEG, AVCOL_SPC_BT709 } from 'node-av/constants';
import { avGetPixFmtName, type Frame, Rational } from 'node-av/lib';
import type { FileInput } from '../../../workers/render/ports/media-engine.js';
import { FrameReader, readerKey } from './frame-reader.js';

/** Readers that stay open from one piece to the next. */
const idle: FrameReader[] = [];
/** The maximum number of open readers: each holds some frames and the threads of a decoder. */
const MOST_IDLE = 6;

/** How many frames before and after a shown one are read ahead. Most steps of users go forwards. */
const FRAMES_BEFORE = 4;
const FRAMES_AFTER = 11;

const takeReader = (input: FileInput, stream: string): FrameReader | undefined => {
  const key = readerKey(input, stream);
  const candidates = idle.filter((reader) => reader.key === key);
  const found = candidates.find((reader) => reader.isNear(input)) ?? candidates[0];
  if (found) idle.splice(idle.indexOf(found), 1);
  return found;
};

/** Closes the readers of files that none of these inputs reads: each holds up to 50 MB of a video in 1080p. */
export const closeOtherReaders = (inputs: ReadonlyArray<FileInput>): void => {
  const paths = new Set(inputs.map(({ path }) => path));
  for (const reader of idle.splice(0)) {
    if (paths.has(reader.path)) idle.push(reader);
    else reader.close();
  }
};

/** Sets the colours of frames of this service to those of the output. FFmpeg would guess others, and convert. */
export const nameColors = (frame: Frame): void => {
  const pixels = avGetPixFmtName(frame.format as AVPixelFormat) ?? '';
  if (!pixels.startsWith('yuv')) return;
  frame.colorSpace = AVCOL_SPC_BT709;
  frame.colorRange = AVCOL_RANGE_MPEG;
};

/** An input of a graph, while its frames are read. */
export interface InputFrames {
  readonly timeBase: Rational;
  /** Not known if its numerator is 0. */
  readonly frameRate: { readonly num: number; readonly den: number };
  /** Filters that its frames pass through first, with a comma after each. */
  readonly upright: string;
  /** The next frame, which the caller frees; undefined at the end. */
  readonly next: () => Frame | undefined;
  /** The time in the piece at which a frame is shown, in seconds. */
  readonly secondOf: (frame: Frame) => number;
  /** Decodes frames near those that were shown, one with each step; absent where what comes next is another picture. */
  readonly near?: () => Generator<undefined>;
  readonly close: () => void;
}

/** A file whose frames a graph takes. */
export class FileFrames implements InputFrames {
  readonly timeBase: Rational;
  readonly frameRate: InputFrames['frameRate'];
  readonly #input: FileInput;
  readonly #reader: FrameReader;
  readonly #offset: bigint;
  /** Whether an earlier job read the file as well. */
  readonly #isKnown: boolean;
  #count = 0;

  /** @param stream the number of the stream; `v`: the first with a picture */
  constructor(input: FileInput, stream: string) {
    this.#input = input;
    const known = takeReader(input, stream);
    this.#isKnown = known !== undefined;
    this.#reader = known ?? new FrameReader(input, stream);
    const { times } = input;
    if (times) {
      this.frameRate = times.rate;
      this.timeBase = new Rational(times.rate.den, times.rate.num);
    } else {
      this.#reader.goTo(input);
      this.frameRate = this.#reader.frameRate;
      this.timeBase = this.#reader.packets.stream.timeBase;
    }
    this.#offset = this.#reader.packets.offset(input);
  }

  get upright(): string {
    return this.#reader.upright;
  }

  next(): Frame | undefined {
    const frame = this.#input.times ? this.#atTime() : this.#reader.next();
    if (!frame) {
      // A client's source is shown as far as it can be decoded. A file of this service must be complete.
      if (this.#input._tag === 'Intermediate' && this.#reader.isDamaged)
        throw new Error('the file is damaged');
      return undefined;
    }
    if (this.#input.format === 'concat') nameColors(frame);
    if (!this.#input.times) frame.pts += this.#offset;
    frame.timeBase = this.timeBase;
    return frame;
  }

  secondOf({ pts }: Frame): number {
    const { shown: { from, at } = { from: 0, at: 0 }, times } = this.#input;
    return (Number(pts) * this.timeBase.num) / this.timeBase.den + at - (times ? 0 : from);
  }

  #atTime(): Frame | undefined {
    const { seconds = [] } = this.#input.times ?? {};
    const second = seconds[this.#count];
    if (second === undefined) return undefined;
    // When it is played backwards, earlier frames are shown next.
    const skips = second <= (seconds[this.#count + 1] ?? second);
    const frame = this.#reader.shown.at(this.#input, second, skips);
    if (!frame) return undefined;
    frame.pts = BigInt(this.#count);
    frame.duration = 1n;
    this.#count += 1;
    return frame;
  }

  /**
   * Decodes the frames near the one that it shows, one with each step. Does nothing if no earlier job showed the file,
   * which may then be shown only once, such as for a thumbnail.
   */
  *near(): Generator<undefined> {
    const { seconds: [second] = [], rate } = this.#input.times ?? {};
    if (!this.#isKnown || second === undefined || !rate) return;
    const frames = (count: number): number => (count * rate.den) / rate.num;
    yield* this.#reader.shown.around(this.#input, second, frames(FRAMES_BEFORE), frames(FRAMES_AFTER));
  }

  /** Keeps the reader of a source open for later pieces. */
  close(): void {
    if (this.#input._tag === 'Intermediate') return this.#reader.close();
    idle.push(this.#reader);
    if (idle.length > MOST_IDLE) idle.shift()?.close();
  }
}
