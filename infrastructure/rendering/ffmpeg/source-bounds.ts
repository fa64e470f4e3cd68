import { isKnownCodec, MAX_FRAME_PIXELS, MAX_STREAMS } from './input-limits.js';

/** What ffprobe says of a stream, as far as it is bounded. */
export interface StreamDimensions {
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly channels?: number;
  readonly sample_rate?: string;
  readonly avg_frame_rate?: string;
}

/** Larger than anything people make, small enough to work with. */
const MOST = {
  durationMs: 48 * 3_600_000,
  framesPerSecond: 1000,
  channels: 32,
  sampleRate: { from: 1000, to: 768_000 },
};

/** `30000/1001` as a number; 0 for what is unknown. */
const rateOf = (fraction = '0/0'): number => {
  const [frames = 0, seconds = 0] = fraction.split('/').map(Number);
  return seconds > 0 ? frames / seconds : 0;
};

const excessOfStream = (stream: StreamDimensions): string | undefined => {
  const { codec_type, codec_name = 'unknown', width = 0, height = 0, channels = 0 } = stream;
  const isSeen = codec_type === 'video';
  if (!isKnownCodec(codec_name)) return `the codec ${codec_name} is not supported`;
  if (isSeen && width * height > MAX_FRAME_PIXELS) return `a frame has more than ${MAX_FRAME_PIXELS} pixels`;
  if (isSeen && rateOf(stream.avg_frame_rate) > MOST.framesPerSecond)
    return `a second has more than ${MOST.framesPerSecond} frames`;
  if (isSeen) return undefined;
  const rate = Number(stream.sample_rate ?? 0);
  if (channels < 1 || channels > MOST.channels) return `the sound has not 1 to ${MOST.channels} channels`;
  return rate >= MOST.sampleRate.from && rate <= MOST.sampleRate.to
    ? undefined
    : `the sound has not ${MOST.sampleRate.from} to ${MOST.sampleRate.to} samples a second`;
};

/**
 * What makes a source more than this service works with.
 * @param used the streams that are seen and heard
 * @param streamCount of all streams, used or not
 * @param duration of the whole, in ms
 * @returns words for the client, undefined when all is within bounds
 */
export const excessOf = (
  used: ReadonlyArray<StreamDimensions>,
  streamCount: number,
  duration: number,
): string | undefined => {
  if (streamCount >= MAX_STREAMS) return `the file has ${MAX_STREAMS} streams or more`;
  if (duration > MOST.durationMs) return `the file says it lasts longer than ${MOST.durationMs} ms`;
  return used.map(excessOfStream).find((excess) => excess !== undefined);
};
