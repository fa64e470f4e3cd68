import { createHash } from 'node:crypto';
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { BitStreamFilter, BitStreamFilterContext, FFmpegError, Packet, type Stream } from 'node-av/lib';
import { NAL } from '../../../workers/render/h264/nal-units.js';
import { StreamPackets } from './stream-packets.js';

const START_CODE = Buffer.of(0, 0, 1);

/** Where a NAL unit ends: before zeros after it, and the words of zeros that CABAC may append (H.264, 7.4.1). */
const endOf = (data: Buffer, start: number, end: number): number => {
  let last = end;
  while (
    last > start &&
    (data[last - 1] === 0 || (data[last - 1] === 3 && data[last - 2] === 0 && data[last - 3] === 0))
  )
    last -= 1;
  return last;
};

/** The NAL units of H.264 in the byte stream format (annex B). */
function* nalUnits(data: Buffer): Generator<Buffer> {
  let found = data.indexOf(START_CODE);
  while (found >= 0) {
    const start = found + START_CODE.length;
    found = data.indexOf(START_CODE, start);
    yield data.subarray(start, endOf(data, start, found < 0 ? data.length : found));
  }
}

const ZERO = Buffer.of(0);

/**
 * What is hashed of a packet of H.264: its units without SEI and access unit delimiters, which change no decoded frame.
 * The start codes of the first and of parameter sets have a zero more, as `filter_units` of FFmpeg writes them, which
 * takes four times as long because it rewrites each byte.
 */
function* shownUnits(data: Buffer): Generator<Buffer> {
  let isFirst = true;
  for (const unit of nalUnits(data)) {
    const type = (unit[0] ?? 0) & 31;
    if (type === NAL.information || type === NAL.delimiter) continue;
    if (isFirst || type === NAL.sequence || type === NAL.picture) yield ZERO;
    yield START_CODE;
    yield unit;
    isFirst = false;
  }
}

/**
 * What makes the packets of a stream the same in all containers: a filter that gives H.264 start codes and parameter
 * sets, or AAC no ADTS headers, and refuses other codecs, and the parts of its packets that are hashed.
 */
const FORMS = {
  video: { filter: 'h264_mp4toannexb', hashed: shownUnits },
  audio: { filter: 'aac_adtstoasc', hashed: (data: Buffer): Iterable<Buffer> => [data] },
} as const;

/** @throws FFmpegError for another codec */
const openFilter = (name: string, stream: Stream): BitStreamFilterContext => {
  const filter = BitStreamFilter.getByName(name);
  if (!filter) throw new Error('the library has no such filter');
  const context = new BitStreamFilterContext();
  FFmpegError.throwIfError(context.alloc(filter), 'filter');
  const { inputCodecParameters } = context;
  if (inputCodecParameters) stream.codecpar.copy(inputCodecParameters);
  context.inputTimeBase = stream.timeBase;
  FFmpegError.throwIfError(context.init(), 'filter');
  return context;
};

/** Hashes the packets of an H.264 or AAC stream. */
export class StreamHasher {
  readonly #form: (typeof FORMS)[keyof typeof FORMS];
  readonly #filter: BitStreamFilterContext;
  readonly #filtered = new Packet();
  readonly #hash = createHash('sha256');

  /** @throws FFmpegError for other codecs */
  constructor(kind: keyof typeof FORMS, stream: Stream) {
    this.#form = FORMS[kind];
    this.#filter = openFilter(this.#form.filter, stream);
    this.#filtered.alloc();
  }

  /** Hashes a packet, which stays as it is. @throws FFmpegError for a damaged one */
  add(packet: Packet): void {
    const own = packet.clone();
    if (!own) throw new Error('packet allocation failed');
    this.#update(own);
    own.free();
  }

  #update(packet: Packet | null): void {
    FFmpegError.throwIfError(this.#filter.sendPacketSync(packet), 'filter');
    for (;;) {
      const got = this.#filter.receivePacketSync(this.#filtered);
      if (got === AVERROR_EAGAIN || got === AVERROR_EOF) return;
      FFmpegError.throwIfError(got, 'filter');
      for (const part of this.#form.hashed(this.#filtered.data ?? Buffer.alloc(0))) this.#hash.update(part);
      this.#filtered.unref();
    }
  }

  /** SHA-256, hexadecimal. It takes no more packets. */
  digest(): string {
    this.#update(null);
    this.#filter.free();
    this.#filtered.free();
    return this.#hash.digest('hex');
  }
}

/**
 * The hash of the first H.264 or AAC stream of a client's file.
 * @throws FFmpegError for other codecs, and damaged files; Error for a file without such a stream
 */
export const streamHash = (path: string, kind: keyof typeof FORMS): string => {
  const reader = new StreamPackets({ _tag: 'Source', path }, kind === 'video' ? 'v' : 'a');
  const hasher = new StreamHasher(kind, reader.stream);
  for (const packet of reader.all()) hasher.add(packet);
  reader.close();
  return hasher.digest();
};
