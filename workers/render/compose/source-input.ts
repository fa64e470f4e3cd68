import type { FrameRate } from '../../../domain/composition/timeline.js';
import type { FileInput } from '../ports/media-engine.js';
import type { Beginning } from '../ports/media-probe.js';
import type { VideoLayer } from '../plan/layers.js';

/**
 * A source frame counts as begun this much early, in seconds: Matroska rounds timestamps to milliseconds, which must
 * not delay it by one output frame.
 */
export const EARLY = 0.0006;

/** Containers with an index, in which ffmpeg can seek to the key frame before an instant. */
export const SEEKABLE = /^(?:mov|matroska)/;

/** Decoders for codecs whose native decoder drops the alpha channel. */
const ALPHA_DECODERS: Readonly<Record<string, string>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };

/**
 * MPEG streams: if only some of their tracks are read, ffmpeg counts time from the first of these instead of from the
 * start of the file, unless it is given an offset. Without one, sound and picture would no longer be in step.
 */
const COUNTED_FROM_TRACKS = /^mpeg(?:ts)?$/;

/** The shortest offset that ffmpeg knows, in seconds. */
const SHORTEST_OFFSET = 0.000001;

/**
 * Opens a source at or before an instant, from which its times then count.
 * @param instant seconds of the media
 */
export const openedAt = (
  path: string,
  container: string,
  instant: number,
  { beforeZero = 0 }: Beginning,
): FileInput => {
  // FFmpeg counts from where the file begins.
  const fromStart = instant + beforeZero / 1000;
  return {
    _tag: 'Source',
    path,
    ...(COUNTED_FROM_TRACKS.test(container) ? { delay: SHORTEST_OFFSET } : {}),
    ...(fromStart > 0 ? { seek: Number(fromStart.toFixed(6)) } : {}),
  };
};

/**
 * The longest unit of time of a file that is not taken into account, in ms: ffmpeg rounds the time of a seek to this
 * unit.
 */
const FINE = 0.1;

/** Tolerance for times that floating point rounded, in units of time of a file. */
const NEAR = 1e-3;

/** A time that frames of a video may have, in seconds, at or near `seconds`, depending on `round`. */
const timeOfFile = (
  seconds: number,
  { firstFrame, timeBase }: VideoLayer['video'],
  round: (units: number) => number,
): number => {
  const units = round((seconds * 1000 - firstFrame) / timeBase + NEAR);
  return (firstFrame + units * timeBase) / 1000;
};

/** The instant whose frame a video layer shows first, in seconds of the media. */
const wantedInstant = ({ video, sourceFrom }: Pick<VideoLayer, 'video' | 'sourceFrom'>): number =>
  Math.min(sourceFrom / 1000, video.lastFrame / 1000) + EARLY;

/**
 * The input of a video layer, opened at the key frame before its first frame. `zero` is the second of the media from
 * which the input counts; `toStart` are the filters that make its frames count from the start of the layer.
 */
export const sourceInput = ({
  path,
  container,
  video,
  sourceFrom,
}: Pick<VideoLayer, 'path' | 'container' | 'video' | 'sourceFrom'>): {
  readonly input: FileInput;
  readonly zero: number;
  readonly toStart: ReadonlyArray<string>;
} => {
  const last = video.lastFrame / 1000;
  const wanted = wantedInstant({ video, sourceFrom });
  const isCoarse = video.timeBase > FINE;
  const latest = Math.min(wanted, last);
  const opened = isCoarse ? timeOfFile(latest, video, Math.floor) : latest;
  const seek = SEEKABLE.test(container) ? Math.max(0, opened) : 0;
  const zero = isCoarse ? timeOfFile(seek, video, Math.round) : Number(seek.toFixed(6));
  const decoder = video.hasAlpha ? ALPHA_DECODERS[video.codec] : undefined;
  return {
    input: {
      ...openedAt(path, container, seek, video),
      ...(decoder ? { decoder } : {}),
      shown: { from: Number((wanted - zero).toFixed(6)), at: 0 },
    },
    zero,
    toStart: [
      // ffmpeg cuts off fractions of the unit of time: a frame would come that much early.
      ...(isCoarse ? ['settb=AVTB'] : []),
      `setpts=PTS-(${(wanted - zero).toFixed(6)})/TB`,
    ],
  };
};

/**
 * The input of a video whose frames are shown at any instants: that which has begun, or if they are played backwards, the
 * one before it.
 * @param instants ms of the media, one for each frame
 */
export const timedInput = (
  video: Pick<VideoLayer, 'path' | 'container' | 'video'>,
  instants: ReadonlyArray<number>,
  rate: FrameRate,
  isReversed = false,
): FileInput => {
  const last = video.video.lastFrame / 1000;
  // When playing backwards, the frame that begins at an instant has just ended there.
  const tolerance = isReversed ? -EARLY : EARLY;
  const wanted = instants.map((instant) => Math.max(0, Math.min(instant / 1000 + tolerance, last + EARLY)));
  const first = wanted.reduce((a, b) => Math.min(a, b), last);
  const { input, zero } = sourceInput({ ...video, sourceFrom: (first - EARLY) * 1000 });
  const { shown: _, ...opened } = input;
  return {
    ...opened,
    ...(SEEKABLE.test(video.container) ? { seek: opened.seek ?? 0 } : {}),
    times: { seconds: wanted.map((second) => Number((second - zero).toFixed(6))), rate },
  };
};
