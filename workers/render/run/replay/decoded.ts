import type { MediaCommand } from '../../ports/media-encoder.js';
import type { RenderContext } from '../context.js';

// Decoded frames and samples of files that this service made.

export type Decoding = Pick<RenderContext, 'encoder' | 'signal'>;

/** A hash of every decoded frame in its native pixel format, and of every block of decoded samples. */
export interface DecodedHashes {
  readonly frames: ReadonlyArray<string>;
  readonly blocks: ReadonlyArray<string>;
  /** The decoded samples of all channels together. */
  readonly samples: number;
  readonly sampleRate: number;
  readonly channels: number;
  /** As `320x180`; undefined without a picture. */
  readonly size: string | undefined;
}

const BYTES_PER_SAMPLE = 4;

const command = (path: string, options: string): MediaCommand => ({
  inputs: [{ _tag: 'Intermediate', path, options: ['-protocol_whitelist', 'file'] }],
  filterGraph: undefined,
  outputOptions: options.split(' '),
  output: 'pipe:1',
});

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** `#media_type 0: video` and similar lines, before the first frame. */
const HEADER =
  /^#(?<name>media_type|dimensions|sample_rate|channel_layout_name|channels) (?<stream>\d+): (?<value>.*)$/;
/** `stream, dts, pts, duration, size, hash` */
const FRAME = /^(?<stream>\d+),.*,\s*(?<bytes>\d+),\s*(?<hash>[0-9a-f]{32})$/;

/** Decodes a file. Throws an EncoderError where ffmpeg can't. */
export const decodedHashes = async (path: string, { encoder, signal }: Decoding): Promise<DecodedHashes> => {
  const header = new Map<string, string>();
  const frames: string[] = [];
  const blocks: string[] = [];
  let samples = 0;
  const decode = command(
    path,
    '-map 0:v:0? -map 0:a:0? -fps_mode passthrough -c:v rawvideo -c:a pcm_f32le -f framehash -hash md5',
  );
  const kinds = new Map<string, string>();
  for await (const line of linesOf(encoder.read(decode, { signal }))) {
    const { name, stream, value } = HEADER.exec(line)?.groups ?? {};
    if (name !== undefined && value !== undefined) {
      if (name === 'media_type') kinds.set(stream ?? '', value);
      header.set(name, value);
    }
    const frame = FRAME.exec(line)?.groups;
    if (!frame) continue;
    const { hash = '', bytes } = frame;
    if (kinds.get(frame['stream'] ?? '') === 'video') frames.push(hash);
    else {
      blocks.push(hash);
      samples += Number(bytes) / BYTES_PER_SAMPLE;
    }
  }
  return {
    frames,
    blocks,
    samples,
    sampleRate: Number(header.get('sample_rate') ?? 0),
    channels: Number(header.get('channels') ?? 0) || channelsOf(header.get('channel_layout_name')),
    size: header.get('dimensions'),
  };
};

/** ffmpeg names the two layouts that outputs have. */
const channelsOf = (layout: string | undefined): number => (layout === 'mono' ? 1 : 2);

/** Pieces of exactly so many bytes; the last may be shorter. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + size - filled);
      piece.set(part, filled);
      [filled, at] = [filled + part.length, at + part.length];
      if (filled < size) continue;
      yield piece;
      [piece, filled] = [new Uint8Array(size), 0];
    }
  if (filled > 0) yield piece.subarray(0, filled);
}

/** All frames as 8-bit RGBA, `bytes` each. */
export const rgbaFrames = (path: string, bytes: number, { encoder, signal }: Decoding) =>
  piecesOf(
    encoder.read(command(path, '-map 0:v:0 -fps_mode passthrough -pix_fmt rgba -f rawvideo'), { signal }),
    bytes,
  );

/** Samples in blocks of so many, as 32-bit floats, all channels interleaved. */
export async function* sampleBlocks(
  path: string,
  size: number,
  { encoder, signal }: Decoding,
): AsyncGenerator<Float32Array> {
  const bytes = encoder.read(command(path, '-map 0:a:0 -c:a pcm_f32le -f f32le'), { signal });
  for await (const piece of piecesOf(bytes, size * BYTES_PER_SAMPLE))
    yield new Float32Array(piece.buffer, 0, Math.floor(piece.length / BYTES_PER_SAMPLE));
}

/** Pairs of items, until one of the sequences ends. */
export async function* sideBySide<A>(
  one: AsyncGenerator<A>,
  other: AsyncGenerator<A>,
): AsyncGenerator<readonly [A, A]> {
  try {
    for (;;) {
      const [a, b] = await Promise.all([one.next(), other.next()]);
      if (a.done === true || b.done === true) return;
      yield [a.value, b.value];
    }
  } finally {
    await Promise.all([one.return(undefined), other.return(undefined)]);
  }
}
