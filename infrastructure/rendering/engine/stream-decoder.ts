import {
  AVDISCARD_ALL,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVFMT_SEEK_TO_PTS,
  AVMEDIA_TYPE_AUDIO,
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
import { MICROSECONDS, NO_TIME, openInput } from './open-input.js';
import { setOptions } from './set-options.js';

/** ffmpeg's allowance where an index may name times of decoding: three frames of 23 a second. */
const REORDERED = (3n * 1_000_000n) / 23n;

/** The most that is read ahead, in bytes. */
const MOST_AHEAD = 64 * 1024 ** 2;

export const microseconds = (seconds: number): bigint => BigInt(Math.round(seconds * 1e6));

/** The stream of a file with this number; `v` and `a`: the first with a picture or a sound. */
const streamOf = ({ streams }: FormatContext, wanted: string): Stream => {
  const kind = wanted === 'v' ? AVMEDIA_TYPE_VIDEO : wanted === 'a' ? AVMEDIA_TYPE_AUDIO : undefined;
  const stream = streams.find(({ index, codecpar }) =>
    kind === undefined ? index === Number(wanted) : codecpar.codecType === kind,
  );
  if (!stream) throw new Error('the file has no such stream');
  for (const other of streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
  return stream;
};

const codecOf = ({ codecpar }: Stream, decoder: string | undefined): Codec => {
  const codec =
    decoder === undefined
      ? Codec.findDecoder(codecpar.codecId)
      : Codec.findDecoderByName(decoder as Parameters<typeof Codec.findDecoderByName>[0]);
  if (!codec) throw new Error('the stream has no decoder');
  return codec;
};

/** Decodes one stream of a file. */
export class StreamDecoder {
  readonly stream: Stream;
  /** How often the demuxer or the decoder reported damage. */
  troubles = 0;
  readonly #format: FormatContext;
  readonly #decoder = new CodecContext();
  /** Packets that were read ahead. */
  readonly #queue: Packet[] = [];
  /** A frame that was decoded ahead. */
  #ready: Frame | undefined;
  /** Frames before this time are not given out. */
  #skipped: bigint | undefined;
  #skips = false;
  /** Which frames the decoder leaves out otherwise. */
  readonly #usual: string;
  readonly #start: bigint;
  #isDrained = false;

  /** @param wanted the number of the stream; `v` or `a` */
  constructor({ path, format, decoder, options, isSource }: EngineInput, wanted: string) {
    const {
      threads = '1',
      codec_whitelist: codecs,
      max_pixels: pixels,
      skip_frame: skip = 'default',
    } = options;
    this.#usual = skip;
    this.#format = openInput(path, options, format);
    this.stream = streamOf(this.#format, wanted);
    // Files of ours are shown at the times that they state, like those that a filter graph opens itself.
    this.#start = !isSource || this.#format.startTime === NO_TIME ? 0n : this.#format.startTime;
    const codec = codecOf(this.stream, decoder);
    this.#decoder.allocContext3(codec);
    FFmpegError.throwIfError(this.#decoder.parametersToContext(this.stream.codecpar), 'parameters');
    this.#decoder.pktTimebase = this.stream.timeBase;
    setOptions(this.#decoder, {
      threads,
      ...(codecs === undefined ? {} : { codec_whitelist: codecs }),
      ...(pixels === undefined ? {} : { max_pixels: pixels }),
      skip_frame: skip,
    });
    FFmpegError.throwIfError(this.#decoder.open2Sync(codec, null), 'decoder');
  }

  /** What is added to times of the file, in units of the stream, so that they count from where an input is read. */
  offset({ seek = 0, delay }: Pick<EngineInput, 'seek' | 'delay'>): bigint {
    return avRescaleQ(
      microseconds(delay) - microseconds(seek) - this.#start,
      MICROSECONDS,
      this.stream.timeBase,
    );
  }

  /** The latest time at or before a second of an input, as the file counts, in units of the stream. */
  timeOf({ seek = 0 }: Pick<EngineInput, 'seek'>, second: number): bigint {
    const { num, den } = this.stream.timeBase;
    const [units, unit] = [
      (microseconds(seek + second) + this.#start) * BigInt(den),
      BigInt(num) * 1_000_000n,
    ];
    const whole = units / unit;
    return whole * unit > units ? whole - 1n : whole;
  }

  /**
   * Goes to the key frame at or before where an input is read.
   * @param wanted the time of the first frame that is wanted, or one at which it is shown: those before it need not be
   *   decoded unless others refer to them. Absent: the next frame is the key frame.
   */
  goTo(input: Pick<EngineInput, 'seek'>, wanted?: bigint): void {
    this.#seek(input);
    const target = wanted === undefined ? undefined : this.#lookFor(wanted);
    if (target === undefined) return;
    const { troubles } = this;
    this.#skipped = target;
    const frame = this.#decoded();
    this.#skipped = undefined;
    if (frame?.pts === target && this.troubles === troubles) {
      this.#ready = frame;
      return;
    }
    // What decoders repair may depend on every frame.
    frame?.free();
    this.troubles = troubles;
    this.#seek(input);
  }

  #seek({ seek = 0 }: Pick<EngineInput, 'seek'>): void {
    const canSeekExactly = (Number(this.#format.iformat?.flags ?? 0) & Number(AVFMT_SEEK_TO_PTS)) !== 0;
    const reorders = !canSeekExactly && this.#format.streams.some(({ codecpar }) => codecpar.videoDelay > 0);
    const to = microseconds(seek) + this.#start - (reorders ? REORDERED : 0n);
    FFmpegError.throwIfError(this.#format.seekFrameSync(-1, to, AVSEEK_FLAG_BACKWARD), 'seek');
    this.#decoder.flushBuffers();
    for (const packet of this.#queue.splice(0)) packet.free();
    this.#ready?.free();
    this.#ready = undefined;
    this.#isDrained = false;
  }

  /** Reads packets up to a time. @returns the time of the frame that is shown then; undefined if they do not tell */
  #lookFor(wanted: bigint): bigint | undefined {
    let found: bigint | undefined;
    for (let bytes = 0; bytes < MOST_AHEAD;) {
      const packet = this.#read();
      if (!packet) return found;
      this.#queue.push(packet);
      const { pts, dts, size } = packet;
      if (pts === NO_TIME || dts === NO_TIME) return undefined;
      if (dts > wanted) return found;
      if (pts <= wanted && (found === undefined || pts > found)) found = pts;
      bytes += size;
    }
    return undefined;
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
        if (frame.decodeErrorFlags !== 0) this.troubles += 1;
        if (this.#skipped === undefined || frame.pts >= this.#skipped) return frame;
        frame.unref();
        continue;
      }
      if (got !== AVERROR_EAGAIN && got !== AVERROR_EOF) this.troubles += 1;
      if (got === AVERROR_EOF || this.#isDrained) {
        frame.free();
        return undefined;
      }
      this.#send();
    }
  }

  /** The next packet of the stream, which the caller frees; undefined at the end. */
  #read(): Packet | undefined {
    const packet = new Packet();
    packet.alloc();
    for (;;) {
      const read = this.#format.readFrameSync(packet);
      if (read >= 0 && packet.streamIndex === this.stream.index) return packet;
      packet.unref();
      if (read >= 0) continue;
      if (read !== AVERROR_EOF) this.troubles += 1;
      packet.free();
      return undefined;
    }
  }

  /** Gives the decoder the next packet of the stream, or the end. */
  #send(): void {
    for (;;) {
      const packet = this.#queue.shift() ?? this.#read();
      if (!packet) {
        this.#isDrained = true;
        this.#decoder.sendPacketSync(null);
        return;
      }
      this.#skip(this.#skipped !== undefined && packet.pts < this.#skipped);
      const sent = this.#decoder.sendPacketSync(packet);
      packet.free();
      if (sent >= 0) return;
      this.troubles += 1;
    }
  }

  /** Whether frames to which no other refers are left out. */
  #skip(isOn: boolean): void {
    if (isOn === this.#skips) return;
    this.#skips = isOn;
    setOptions(this.#decoder, { skip_frame: isOn ? 'noref' : this.#usual });
  }

  close(): void {
    for (const packet of this.#queue.splice(0)) packet.free();
    this.#ready?.free();
    this.#decoder.freeContext();
    this.#format.closeInputSync();
  }
}
