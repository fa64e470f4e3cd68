import { createHash } from 'node:crypto';
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { BitStreamFilter, BitStreamFilterContext, FFmpegError, Packet, type Stream } from 'node-av/lib';
import { SOURCE_LIMITS } from './input-limits.js';
import { StreamPackets } from './stream-packets.js';

/**
 * Filters that make the packets of a stream the same in all containers: H.264 with start codes and parameter sets,
 * without SEI and access unit delimiters, which change no decoded frame; AAC without ADTS headers. They refuse other
 * codecs.
 */
const FILTERS = {
  video: [
    { name: 'h264_mp4toannexb', options: {} },
    { name: 'filter_units', options: { remove_types: '6|9' } },
  ],
  audio: [{ name: 'aac_adtstoasc', options: {} }],
} as const;

/** The filters of a stream, one after the other. @throws FFmpegError for another codec */
const openFilters = (kind: keyof typeof FILTERS, stream: Stream): ReadonlyArray<BitStreamFilterContext> => {
  let { codecpar } = stream;
  return FILTERS[kind].map(({ name, options }) => {
    const filter = BitStreamFilter.getByName(name);
    if (!filter) throw new Error('the library has no such filter');
    const context = new BitStreamFilterContext();
    FFmpegError.throwIfError(context.alloc(filter), 'filter');
    const { inputCodecParameters } = context;
    if (inputCodecParameters) codecpar.copy(inputCodecParameters);
    context.inputTimeBase = stream.timeBase;
    for (const [option, value] of Object.entries(options))
      FFmpegError.throwIfError(context.setOption(option, value), option);
    FFmpegError.throwIfError(context.init(), 'filter');
    codecpar = context.outputCodecParameters ?? codecpar;
    return context;
  });
};

/** Passes a packet, or the end, through filters. */
function* filtered(
  packet: Packet | null,
  [filter, ...rest]: ReadonlyArray<BitStreamFilterContext>,
): Generator<Packet> {
  if (!filter) {
    if (packet) yield packet;
    return;
  }
  FFmpegError.throwIfError(filter.sendPacketSync(packet), 'filter');
  const out = new Packet();
  out.alloc();
  for (;;) {
    const got = filter.receivePacketSync(out);
    if (got === AVERROR_EAGAIN || got === AVERROR_EOF) break;
    FFmpegError.throwIfError(got, 'filter');
    yield* filtered(out, rest);
    out.unref();
  }
  if (!packet) yield* filtered(null, rest);
  out.free();
}

/** Hashes the packets of an H.264 or AAC stream. */
export class StreamHasher {
  readonly #filters: ReadonlyArray<BitStreamFilterContext>;
  readonly #hash = createHash('sha256');

  /** @throws FFmpegError for other codecs */
  constructor(kind: keyof typeof FILTERS, stream: Stream) {
    this.#filters = openFilters(kind, stream);
  }

  /** Hashes a packet, which stays as it is. @throws FFmpegError for a damaged one */
  add(packet: Packet): void {
    const own = packet.clone();
    if (!own) throw new Error('packet allocation failed');
    this.#update(own);
    own.free();
  }

  #update(packet: Packet | null): void {
    for (const { data } of filtered(packet, this.#filters)) this.#hash.update(data ?? new Uint8Array());
  }

  /** SHA-256, hexadecimal. It takes no more packets. */
  digest(): string {
    this.#update(null);
    for (const filter of this.#filters) filter.free();
    return this.#hash.digest('hex');
  }
}

/**
 * The hash of the first H.264 or AAC stream of a client's file.
 * @throws FFmpegError for other codecs, and damaged files; Error for a file without such a stream
 */
export const streamHash = (path: string, kind: keyof typeof FILTERS): string => {
  const reader = new StreamPackets(
    { path, options: SOURCE_LIMITS, isSource: true },
    kind === 'video' ? 'v' : 'a',
  );
  const hasher = new StreamHasher(kind, reader.stream);
  for (const packet of reader.all()) hasher.add(packet);
  reader.close();
  return hasher.digest();
};
