import {
  AVDISCARD_ALL,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVFMT_SEEK_TO_PTS,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
} from 'node-av/constants';
import {
  avRescaleQ,
  Codec,
  CodecContext,
  FFmpegError,
  type FormatContext,
  Frame,
  Packet,
  type Stream,
} from 'node-av/lib';
import type { EngineInput } from './compose-job.js';
import { displayMatrix, MICROSECONDS, NO_TIME, openInput, turnOf } from './open-input.js';
import { setOptions } from './set-options.js';

/** How many of the latest frames are kept: a piece may begin a little before the end of what was read for the one before. */
const KEPT_FRAMES = 6;

/** How far frames are decoded and dropped rather than sought, in seconds: about what lies between two key frames. */
const NEAR_SECONDS = 1;

/** ffmpeg's allowance where an index may name times of decoding: three frames of 23 a second. */
const REORDERED = (3n * 1_000_000n) / 23n;

const microseconds = (seconds: number): bigint => BigInt(Math.round(seconds * 1e6));

/** What makes a reader usable for another input of the same file. */
export const readerKey = ({ path, format, decoder, options }: EngineInput, stream: string): string =>
  JSON.stringify([path, format, decoder, options, stream]);

/** The filters that turn frames upright, as their file says, with a comma after each. */
const uprightFilters = (stream: Stream): string => {
  const matrix = displayMatrix(stream);
  if (!matrix) return '';
  const clockwise = turnOf(matrix);
  if (clockwise === 90) return 'transpose=clock,';
  if (clockwise === 180)
    return `${(matrix[0] ?? 0) < 0 ? 'hflip,' : ''}${(matrix[4] ?? 0) < 0 ? 'vflip,' : ''}`;
  return clockwise === 270 ? 'transpose=cclock,' : '';
};

/**
 * Decodes the frames of one video stream. It stays open, so that a piece which follows the one before goes on where that
 * ended, and another is sought.
 */
export class FrameReader {
  readonly key: string;
  readonly upright: string;
  readonly stream: Stream;
  readonly frameRate: { readonly num: number; readonly den: number };
  /** How often the demuxer or the decoder reported damage. */
  troubles = 0;
  readonly #format: FormatContext;
  readonly #decoder = new CodecContext();
  readonly #packet = new Packet();
  /** The latest frames, the times in units of the stream as the file counts them. */
  #kept: Frame[] = [];
  /** Kept frames that are given out again before further ones are decoded. */
  #again: Frame[] = [];
  #lastTime = NO_TIME;
  #isDrained = false;
  #hasStarted = false;
  readonly #start: bigint;

  constructor(input: EngineInput, wanted: string) {
    this.key = readerKey(input, wanted);
    const { threads = '1', codec_whitelist: codecs, max_pixels: pixels, skip_frame: skip } = input.options;
    this.#format = openInput(input.path, input.options, input.format);
    const { streams } = this.#format;
    const stream = streams.find(({ index, codecpar }) =>
      wanted === 'v' ? codecpar.codecType === AVMEDIA_TYPE_VIDEO : index === Number(wanted),
    );
    if (!stream) throw new Error('the file has no such stream');
    for (const other of streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
    this.stream = stream;
    this.upright = uprightFilters(stream);
    const { avgFrameRate, rFrameRate } = stream;
    this.frameRate = rFrameRate.num > 0 ? rFrameRate : avgFrameRate;
    // Files of ours are shown at the times that they state, like those that a filter graph opens itself.
    this.#start = !input.isSource || this.#format.startTime === NO_TIME ? 0n : this.#format.startTime;
    const codec =
      input.decoder === undefined
        ? Codec.findDecoder(stream.codecpar.codecId)
        : Codec.findDecoderByName(input.decoder as Parameters<typeof Codec.findDecoderByName>[0]);
    if (!codec) throw new Error('the stream has no decoder');
    this.#decoder.allocContext3(codec);
    FFmpegError.throwIfError(this.#decoder.parametersToContext(stream.codecpar), 'parameters');
    this.#decoder.pktTimebase = stream.timeBase;
    const limits = {
      ...(codecs === undefined ? {} : { codec_whitelist: codecs }),
      ...(pixels === undefined ? {} : { max_pixels: pixels }),
      ...(skip === undefined ? {} : { skip_frame: skip }),
    };
    setOptions(this.#decoder, { threads, ...limits });
    FFmpegError.throwIfError(this.#decoder.open2Sync(codec, null), 'decoder');
    this.#packet.alloc();
  }

  /** What is added to times of the file, in units of the stream, so that they count from where an input is read. */
  offset({ seek = 0, delay }: EngineInput): bigint {
    return avRescaleQ(
      microseconds(delay) - microseconds(seek) - this.#start,
      MICROSECONDS,
      this.stream.timeBase,
    );
  }

  #wanted({ seek = 0, from }: EngineInput): bigint {
    return avRescaleQ(microseconds(seek + from) + this.#start, MICROSECONDS, this.stream.timeBase);
  }

  /** Whether it need not seek for an input. */
  isNear(input: EngineInput): boolean {
    if (!this.#hasStarted) return input.seek === undefined;
    const wanted = this.#wanted(input);
    const [first, last] = [this.#kept[0], this.#kept.at(-1)];
    if (!first || !last || first.pts > wanted) return false;
    const near = avRescaleQ(microseconds(NEAR_SECONDS), MICROSECONDS, this.stream.timeBase);
    return wanted - last.pts <= near || (input.seek === undefined && input.isSource);
  }

  /** Goes to where the frames of an input begin. */
  goTo(input: EngineInput): void {
    this.#again = [];
    if (this.#hasStarted && this.isNear(input)) {
      const wanted = this.#wanted(input);
      const at = this.#kept.findLastIndex(({ pts }) => pts <= wanted);
      this.#again = this.#kept.slice(at);
      return;
    }
    for (const frame of this.#kept.splice(0)) frame.free();
    if (!this.#hasStarted && input.seek === undefined) return;
    const canSeekExactly = (Number(this.#format.iformat?.flags ?? 0) & Number(AVFMT_SEEK_TO_PTS)) !== 0;
    const reorders = !canSeekExactly && this.#format.streams.some(({ codecpar }) => codecpar.videoDelay > 0);
    const to = microseconds(input.seek ?? 0) + this.#start - (reorders ? REORDERED : 0n);
    FFmpegError.throwIfError(this.#format.seekFrameSync(-1, to, AVSEEK_FLAG_BACKWARD), 'seek');
    this.#decoder.flushBuffers();
    this.#isDrained = false;
    this.#lastTime = NO_TIME;
  }

  /** The next frame, which the caller frees, its time as the file counts; undefined at the end. */
  next(): Frame | undefined {
    this.#hasStarted = true;
    const kept = this.#again.shift();
    if (kept) return kept.clone() ?? undefined;
    const frame = this.#decoded();
    if (!frame) return undefined;
    this.#kept.push(frame);
    if (this.#kept.length > KEPT_FRAMES) this.#kept.shift()?.free();
    return frame.clone() ?? undefined;
  }

  #decoded(): Frame | undefined {
    const frame = new Frame();
    frame.alloc();
    for (;;) {
      const got = this.#decoder.receiveFrameSync(frame);
      if (got === 0) {
        this.#setTime(frame);
        return frame;
      }
      if (got !== AVERROR_EAGAIN && got !== AVERROR_EOF) this.troubles += 1;
      if (got === AVERROR_EOF || (this.#isDrained && got !== 0)) {
        frame.free();
        return undefined;
      }
      this.#send();
    }
  }

  /** Gives the decoder the next packet of the stream, or the end. */
  #send(): void {
    for (;;) {
      const read = this.#format.readFrameSync(this.#packet);
      if (read < 0) {
        if (read !== AVERROR_EOF) this.troubles += 1;
        this.#isDrained = true;
        this.#decoder.sendPacketSync(null);
        return;
      }
      const isOurs = this.#packet.streamIndex === this.stream.index;
      const sent = isOurs ? this.#decoder.sendPacketSync(this.#packet) : 0;
      this.#packet.unref();
      if (sent < 0) this.troubles += 1;
      else if (isOurs) return;
    }
  }

  #setTime(frame: Frame): void {
    const { num, den } = this.frameRate;
    const step = num > 0 ? avRescaleQ(1n, { num: den, den: num }, this.stream.timeBase) : 1n;
    const best = frame.bestEffortTimestamp;
    const next = this.#lastTime === NO_TIME ? 0n : this.#lastTime + step;
    frame.pts = best === NO_TIME ? next : best;
    this.#lastTime = frame.pts;
    if (frame.decodeErrorFlags !== 0) this.troubles += 1;
  }

  close(): void {
    for (const frame of this.#kept.splice(0)) frame.free();
    this.#packet.free();
    this.#decoder.freeContext();
    this.#format.closeInputSync();
  }
}
