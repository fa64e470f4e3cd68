import * as t from 'io-ts';
import { isKnownCodec, MAX_FRAME_PIXELS, MAX_STREAMS } from './input-limits.js';

/** The properties of a stream that are limited, as ffprobe reports them. */
export const StreamDimensions = t.partial({
  codec_type: t.string,
  codec_name: t.string,
  width: t.number,
  height: t.number,
  channels: t.number,
  sample_rate: t.string,
  avg_frame_rate: t.string,
});
type StreamDimensions = t.TypeOf<typeof StreamDimensions>;

/** Bounds that no real source exceeds, but small enough to process. */
const MOST = {
  durationMs: 48 * 3_600_000,
  framesPerSecond: 1000,
  channels: 32,
  sampleRate: { from: 1000, to: 768_000 },
};

/** `30000/1001` as a number; 0 if unknown. */
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
  if (channels < 1 || channels > MOST.channels) return `audio must have 1–${MOST.channels} channels`;
  return rate >= MOST.sampleRate.from && rate <= MOST.sampleRate.to
    ? undefined
    : `audio must have a sample rate of ${MOST.sampleRate.from}–${MOST.sampleRate.to} Hz`;
};

/**
 * Checks a source against the limits of this service.
 * @param used the video and audio streams that are used
 * @param streamCount the number of all streams
 * @param duration in ms
 * @returns a message for the client, or undefined when all limits are met
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
