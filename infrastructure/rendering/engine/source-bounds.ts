import type { ProbedAudio, ProbedMedia, ProbedVideo } from '../../../workers/render/ports/media-probe.js';
import { isKnownCodec, MAX_FRAME_PIXELS, MAX_STREAMS } from './input-limits.js';

/** Bounds that no real source exceeds, but small enough to process. */
const BOUNDS = {
  durationMs: 48 * 3_600_000,
  framesPerSecond: 1000,
  channels: 32,
  sampleRate: { from: 1000, to: 768_000 },
};

const notSupported = (codec: string, instead: string): string =>
  `the codec ${codec} is not supported: convert the file to ${instead}`;

const excessOfVideo = ({ codec, width, height, frameRate = 0 }: ProbedVideo): string | undefined => {
  if (!isKnownCodec(codec)) return notSupported(codec, 'MP4 with H.264');
  if (width * height > MAX_FRAME_PIXELS) return `a frame has more than ${MAX_FRAME_PIXELS} pixels`;
  return frameRate > BOUNDS.framesPerSecond
    ? `a second has more than ${BOUNDS.framesPerSecond} frames`
    : undefined;
};

const excessOfAudio = ({ codec, channels, sampleRate }: ProbedAudio): string | undefined => {
  if (!isKnownCodec(codec)) return notSupported(codec, 'AAC, MP3 or WAV');
  if (channels < 1 || channels > BOUNDS.channels) return `audio must have 1–${BOUNDS.channels} channels`;
  return sampleRate >= BOUNDS.sampleRate.from && sampleRate <= BOUNDS.sampleRate.to
    ? undefined
    : `audio must have a sample rate of ${BOUNDS.sampleRate.from}–${BOUNDS.sampleRate.to} Hz`;
};

/**
 * Checks a source against the limits of this service.
 * @param streams how many streams the file has
 * @returns a message for the client, or undefined when all limits are met
 */
export const excessOf = ({ video, audio, duration }: ProbedMedia, streams: number): string | undefined => {
  if (streams >= MAX_STREAMS) return `the file has ${MAX_STREAMS} streams or more`;
  if (duration > BOUNDS.durationMs) return `the file says it lasts longer than ${BOUNDS.durationMs} ms`;
  return (video && excessOfVideo(video)) ?? (audio && excessOfAudio(audio));
};
