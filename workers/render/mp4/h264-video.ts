import { readFile } from 'node:fs/promises';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { type ParameterSets, parameterSetsIn } from '../h264/parameter-sets.js';

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
