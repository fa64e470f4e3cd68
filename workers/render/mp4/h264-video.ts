import { readFile } from 'node:fs/promises';
import {
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  BufferSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { type ParameterSets, parameterSetsIn } from '../h264/parameter-sets.js';

/** An encoded frame; frames are stored in decoding order. */
export interface StoredFrame {
  readonly bytes: Uint8Array;
  readonly isKey: boolean;
  /** When it is shown, in frames after the first. */
  readonly frameNumber: number;
}

/** The H.264 stream of an MP4. */
export interface H264Video {
  readonly sets: ParameterSets;
  readonly config: VideoDecoderConfig;
  readonly samples: ReadonlyArray<Uint8Array>;
}

/**
 * Reads the video of an MP4 that this service made. Never pass it other files: damaged ones may keep the library busy
 * forever.
 * @returns undefined if it is no H.264 with one pair of parameter sets
 */
export const readH264 = async (path: string): Promise<H264Video | undefined> => {
  const input = new Input({ formats: [MP4], source: new BufferSource(await readFile(path)) });
  try {
    const track = await input.getPrimaryVideoTrack();
    const config = await track?.getDecoderConfig();
    const { description } = config ?? {};
    const sets = description instanceof Uint8Array ? parameterSetsIn(description) : undefined;
    if (!track || !config || !sets) return undefined;
    const samples: Uint8Array[] = [];
    for await (const { data } of new EncodedPacketSink(track).packets()) samples.push(data);
    return { sets, config, samples };
  } finally {
    input.dispose();
  }
};

/** Writes frames of equal length, at `rate` frames per second, as an MP4 without sound. */
export const writeH264 = async (
  path: string,
  { config }: Pick<H264Video, 'config'>,
  frames: Iterable<StoredFrame> | AsyncIterable<StoredFrame>,
  { num, den }: { readonly num: number; readonly den: number },
): Promise<void> => {
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(path),
  });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: num / den });
  try {
    await output.start();
    for await (const { bytes, isKey, frameNumber } of frames)
      await source.add(
        new EncodedPacket(bytes, isKey ? 'key' : 'delta', (frameNumber * den) / num, den / num),
        {
          decoderConfig: config,
        },
      );
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
};
