import { AVFMT_GLOBALHEADER, AVFMT_NOFILE } from 'node-av/constants';
import { FFmpegError, FormatContext, Packet, type Stream } from 'node-av/lib';
import type { JoinFormat } from '../../../workers/render/ports/join-request.js';
import { setOptions } from './set-options.js';

/** About how long a segment is, in seconds: two groups of pictures. */
const SEGMENT_SECONDS = 4;

/**
 * Options of FFmpeg's muxer of HLS (RFC 8216). Segments are fragmented MP4, all in one file, which the playlist addresses by
 * byte ranges.
 */
const HLS_OPTIONS = {
  hls_time: String(SEGMENT_SECONDS),
  hls_playlist_type: 'vod',
  hls_segment_type: 'fmp4',
  hls_flags: 'single_file',
};

const FAST_START = { movflags: '+faststart' };

export const MUXERS: Readonly<
  Record<JoinFormat, readonly [name: string, options: Readonly<Record<string, string>>]>
> = {
  mp4: ['mp4', FAST_START],
  m4a: ['ipod', FAST_START],
  mov: ['mov', FAST_START],
  webm: ['webm', {}],
  hls: ['hls', HLS_OPTIONS],
};

export class Muxer {
  readonly #format = new FormatContext();
  /** Whether encoders put their headers into the container instead of the stream. */
  readonly hasHeaders: boolean;
  readonly #isFile: boolean;

  constructor(format: string, path: string) {
    FFmpegError.throwIfError(this.#format.allocOutputContext2(null, format, path), 'output');
    const flags = Number(this.#format.oformat?.flags ?? 0);
    this.hasHeaders = (flags & Number(AVFMT_GLOBALHEADER)) !== 0;
    // Muxers of playlists open their files themselves.
    this.#isFile = (flags & Number(AVFMT_NOFILE)) === 0;
  }

  addStream(): Stream {
    return this.#format.newStream(null);
  }

  /** Writes the header, when all streams are there: it may change their time bases. */
  start(options: Readonly<Record<string, string>>): void {
    if (this.#isFile) FFmpegError.throwIfError(this.#format.openOutputSync(), 'file');
    setOptions(this.#format, options);
    FFmpegError.throwIfError(this.#format.writeHeaderSync(null), 'header');
  }

  /** Writes a packet with its stream index, and with times in the time base of the stream. */
  write(packet: Packet): void {
    FFmpegError.throwIfError(this.#format.interleavedWriteFrameSync(packet), 'write');
  }

  finish(): void {
    FFmpegError.throwIfError(this.#format.writeTrailerSync(), 'trailer');
  }

  close(): void {
    if (this.#isFile) this.#format.closeOutputSync();
    this.#format.freeContext();
  }
}

/** What is shown or heard from `at` on; `at` and `duration` in a time base of their own. */
export interface Sample {
  readonly data: Buffer;
  readonly at: number;
  readonly duration: number;
  readonly isKey: boolean;
}

/** Samples as packets of a stream, each valid until the next is requested. @param timeBase of the samples */
export function* packetsOf(
  samples: Iterable<Sample>,
  timeBase: { readonly num: number; readonly den: number },
  stream: Stream,
): Generator<Packet> {
  const packet = new Packet();
  packet.alloc();
  for (const { data, at, duration, isKey } of samples) {
    packet.data = data;
    packet.pts = BigInt(at);
    packet.dts = packet.pts;
    packet.duration = BigInt(duration);
    packet.isKeyframe = isKey;
    packet.streamIndex = stream.index;
    packet.rescaleTs(timeBase, stream.timeBase);
    yield packet;
  }
  packet.free();
}
