import { createHash } from 'node:crypto';
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { BitStreamFilter, BitStreamFilterContext, FFmpegError, Packet } from 'node-av/lib';
import { PacketReader } from './packet-reader.js';

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
const openFilters = (
  kind: keyof typeof FILTERS,
  reader: PacketReader,
): ReadonlyArray<BitStreamFilterContext> => {
  let { codecpar } = reader.stream;
  return FILTERS[kind].map(({ name, options }) => {
    const filter = BitStreamFilter.getByName(name);
    if (!filter) throw new Error('the library has no such filter');
    const context = new BitStreamFilterContext();
    FFmpegError.throwIfError(context.alloc(filter), 'filter');
    const { inputCodecParameters } = context;
    if (inputCodecParameters) codecpar.copy(inputCodecParameters);
    context.inputTimeBase = reader.stream.timeBase;
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

/**
 * The hash of the first H.264 or AAC stream of a file: SHA-256, hexadecimal.
 * @param options of the demuxer
 * @throws FFmpegError for other codecs, and damaged files; Error for a file without such a stream
 */
export const streamHash = (
  path: string,
  kind: keyof typeof FILTERS,
  options: Readonly<Record<string, string>>,
): string => {
  const reader = new PacketReader(path, kind, options, true);
  const filters = openFilters(kind, reader);
  const hash = createHash('sha256');
  const add = (packet: Packet | null): void => {
    for (const { data } of filtered(packet, filters)) hash.update(data ?? new Uint8Array());
  };
  for (const packet of reader.packets()) add(packet);
  add(null);
  for (const filter of filters) filter.free();
  reader.close();
  return hash.digest('hex');
};
