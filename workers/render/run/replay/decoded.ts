import type { FrameDifferences, SampleDifferences } from '../../../../domain/render/replay-verdict.js';
import type { MediaCommand } from '../../ports/media-encoder.js';
import type { RenderContext } from '../context.js';

// Decoded frames and samples of files that this service made, by their hashes.

export type Decoding = Pick<RenderContext, 'encoder' | 'signal'>;

/** The recorded file and the one that the replay made. */
export interface Pair<A> {
  readonly recorded: A;
  readonly replayed: A;
}

/** Maximum number of frame ranges in an event. */
const MAX_RANGES = 50;
const BYTES_PER_SAMPLE = 4;
/** Samples of each channel that are hashed together. */
const BLOCK = 1024;

/** A hash of every decoded frame in its native pixel format, and of every block of decoded samples. */
interface DecodedHashes {
  readonly frames: ReadonlyArray<string>;
  readonly blocks: ReadonlyArray<string>;
  /** The decoded samples of all channels together. */
  readonly samples: number;
  readonly sampleRate: number;
  /** As `320x180`; undefined without a picture. */
  readonly size: string | undefined;
}

const hashCommand = (path: string): MediaCommand => ({
  inputs: [{ _tag: 'Intermediate', path, options: ['-protocol_whitelist', 'file'] }],
  filterGraph: undefined,
  outputOptions: [
    ...'-map 0:v:0? -map 0:a:0? -fps_mode passthrough -c:v rawvideo'.split(' '),
    ...`-af asetnsamples=n=${BLOCK}:p=0 -c:a pcm_f32le -f framehash -hash md5`.split(' '),
  ],
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
const HEADER = /^#(?<name>media_type|dimensions|sample_rate) (?<stream>\d+): (?<value>.*)$/;
/** `stream, dts, pts, duration, size, hash` */
const FRAME = /^(?<stream>\d+),.*,\s*(?<bytes>\d+),\s*(?<hash>[0-9a-f]{32})$/;

/** Decodes a file. Throws an EncoderError where ffmpeg can't. */
const decodedHashes = async (path: string, { encoder, signal }: Decoding): Promise<DecodedHashes> => {
  const header = new Map<string, string>();
  const kinds = new Map<string, string>();
  const frames: string[] = [];
  const blocks: string[] = [];
  let samples = 0;
  for await (const line of linesOf(encoder.read(hashCommand(path), { signal }))) {
    const { name, stream = '', value = '' } = HEADER.exec(line)?.groups ?? {};
    if (name === 'media_type') kinds.set(stream, value);
    else if (name !== undefined) header.set(name, value);
    const frame = FRAME.exec(line)?.groups;
    if (!frame) continue;
    const { hash = '', bytes } = frame;
    if (kinds.get(frame['stream'] ?? '') === 'video') frames.push(hash);
    else {
      blocks.push(hash);
      samples += Number(bytes) / BYTES_PER_SAMPLE;
    }
  }
  const sampleRate = Number(header.get('sample_rate') ?? 0);
  return { frames, blocks, samples, sampleRate, size: header.get('dimensions') };
};

/** The indices at which two lists differ, those included that only one of them has. */
const differingIn = ({ recorded, replayed }: Pair<ReadonlyArray<string>>): ReadonlyArray<number> =>
  Array.from({ length: Math.max(recorded.length, replayed.length) }, (_, index) => index).filter(
    (index) => recorded[index] !== replayed[index],
  );

const rangesOf = (frames: ReadonlyArray<number>): FrameDifferences['ranges'] => {
  const ranges: Array<{ from: number; to: number }> = [];
  for (const frame of frames) {
    const last = ranges.at(-1);
    if (last?.to === frame - 1) last.to = frame;
    else ranges.push({ from: frame, to: frame });
  }
  return ranges.slice(0, MAX_RANGES);
};

/** How the decoded frames differ, compared in their own pixel format. */
const frameDifferences = ({ recorded, replayed }: Pair<DecodedHashes>): FrameDifferences => {
  const sized = ({ frames, size }: DecodedHashes) => frames.map((hash) => `${size} ${hash}`);
  const differing = differingIn({ recorded: sized(recorded), replayed: sized(replayed) });
  return {
    recorded: recorded.frames.length,
    replayed: replayed.frames.length,
    differing: differing.length,
    ranges: rangesOf(differing),
  };
};

/** How the decoded samples differ. */
const sampleDifferences = ({ recorded, replayed }: Pair<DecodedHashes>): SampleDifferences => {
  const differing = differingIn({ recorded: recorded.blocks, replayed: replayed.blocks });
  const [first] = differing;
  const { samples, blocks, sampleRate } = recorded.samples > replayed.samples ? recorded : replayed;
  const perBlock = samples / Math.max(1, blocks.length);
  return {
    recorded: recorded.samples,
    replayed: replayed.samples,
    differing: Math.min(samples, Math.ceil(differing.length * perBlock)),
    ...(first === undefined || sampleRate === 0
      ? {}
      : { firstMs: Math.floor((first * BLOCK * 1000) / sampleRate) }),
  };
};

/** What two files decode to, compared. Throws an EncoderError where ffmpeg can't decode one. */
export const decodedDifferences = async (
  paths: Pair<string>,
  decoding: Decoding,
): Promise<{ readonly frames?: FrameDifferences; readonly samples?: SampleDifferences }> => {
  const hashes = {
    recorded: await decodedHashes(paths.recorded, decoding),
    replayed: await decodedHashes(paths.replayed, decoding),
  };
  const has = (part: 'frames' | 'blocks') => hashes.recorded[part].length + hashes.replayed[part].length > 0;
  return {
    ...(has('frames') ? { frames: frameDifferences(hashes) } : {}),
    ...(has('blocks') ? { samples: sampleDifferences(hashes) } : {}),
  };
};
