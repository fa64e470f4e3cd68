import { open, stat } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type {
  MediaProbe,
  OutputReport,
  ProbedMedia,
  ProbedSource,
} from '../../../workers/render/ports/media-probe.js';
import { RenderError } from '../../../domain/render/failure-cause.js';
import { movieOf } from '../../../workers/render/mp4/movie.js';
import { milliseconds, report, unusable } from './ffprobe-report.js';
import { packetTimesOf } from './packet-times.js';
import { countedFromZero, describeAudio, describeVideo } from './probed-streams.js';
import { isImage } from '../pictures/images.js';
import type { SandboxedPictures } from '../pictures/sandboxed-pictures.js';
import { ENCODE_LIMITS } from './process-limits.js';
import { excessOf } from './source-bounds.js';

const LARGEST_IMAGE_FILE = 256 * 1024 * 1024;

type Describe = SandboxedPictures['describe'];

/** The media probe: ffprobe for media, `describe` for images. */
export const mediaProbe = (describe: Describe, program = 'ffprobe'): MediaProbe => ({
  probe: (path, signal) => async () => {
    try {
      const head = await firstBytes(path);
      if (isImage(head)) return await probeImage(path, describe, signal);
      return E.right(await probeMedia(program, path, head, signal));
    } catch (error) {
      if (error instanceof RenderError) return E.left(error.cause);
      throw error;
    }
  },
  inspectOutput: (path, signal) => async () => {
    try {
      if (isMp4(await firstBytes(path))) return E.right(await movieReport(path));
      const { streams = [], format } = await report(
        program,
        path,
        ['-count_packets', '-select_streams', 'v:0', '-show_streams', '-show_format'],
        signal,
        ENCODE_LIMITS,
      );
      const { nb_read_packets, width = 0, height = 0 } = streams[0] ?? {};
      return E.right({
        frames: Number(nb_read_packets ?? 0),
        width,
        height,
        duration: milliseconds(format?.duration) ?? 0,
      });
    } catch {
      return E.left({
        _tag: 'EncodingFailed',
        message: 'the output could not be read back',
        retryable: false,
      });
    }
  },
});

/** Whether a file begins with a file type box, as our MP4 and MOV outputs do. */
const isMp4 = (head: Buffer): boolean => head.toString('latin1', 4, 8) === 'ftyp';

/** Reads the tables of a file instead of starting ffprobe, which takes longer to start than a short video to finish. */
const movieReport = async (path: string): Promise<OutputReport> => {
  const movie = await movieOf(path);
  if (!movie) throw new Error('the file has no video');
  return movie;
};

const probeImage = async (path: string, describe: Describe, signal: AbortSignal) => {
  if ((await stat(path)).size > LARGEST_IMAGE_FILE) throw unusable('decode', 'the image file is too large');
  return pipe(
    await describe(path, signal)(),
    E.map((facts): ProbedSource => ({ _tag: 'Image', ...facts })),
  );
};

const firstBytes = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Containers that begin before zero with sound that is not played, from which players do not count time. */
const COUNTED_FROM_ZERO = /^matroska/;

/**
 * Up to which size an MP4 is read as a whole by the first run of ffprobe, in bytes: starting it again takes as long as
 * reading this much. Reading others may change what is reported of their streams.
 */
const SMALL_FILE = 32 * 1024 * 1024;

/** A minute of video and sound. */
const MOST_PACKETS = 4000;
const FIRST_PACKETS = [
  '-show_entries',
  'packet=stream_index,pts_time',
  '-read_intervals',
  `%+#${MOST_PACKETS}`,
];

const probeMedia = async (
  program: string,
  path: string,
  head: Buffer,
  signal: AbortSignal,
): Promise<ProbedMedia> => {
  const isSmall = isMp4(head) && (await stat(path)).size <= SMALL_FILE;
  const {
    streams = [],
    format = {},
    packets = [],
  } = await report(
    program,
    path,
    ['-show_format', '-show_streams', ...(isSmall ? FIRST_PACKETS : [])],
    signal,
  );
  const areAll = isSmall && packets.length < MOST_PACKETS;
  const packetTimes = packetTimesOf(
    (options) => report(program, path, options, signal),
    areAll ? packets : undefined,
  );
  const first = milliseconds(format.start_time) ?? 0;
  const beforeZero = COUNTED_FROM_ZERO.test(format.format_name ?? '') ? Math.max(0, -first) : 0;
  const start = first + beforeZero;
  const ends = streams.map(
    (stream) => (milliseconds(stream.start_time) ?? start) - start + (milliseconds(stream.duration) ?? 0),
  );
  const video = streams.find(
    (stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1,
  );
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  const used = [video, audio].filter((stream) => stream !== undefined);
  const { format_name: container = '' } = format;
  const stated = milliseconds(format.duration);
  const includesStart = await countedFromZero(container, used[0], start, stated, packetTimes);
  const duration = (stated ?? Math.max(0, ...ends)) - (includesStart ? start : 0);
  const excess = excessOf(used, streams.length, duration);
  if (excess !== undefined) throw unusable('probe', excess);
  const beginning = beforeZero > 0 ? { beforeZero } : {};
  return {
    _tag: 'Media',
    container,
    duration,
    video: video && {
      ...(await describeVideo(video, { start, duration }, packetTimes)),
      ...beginning,
    },
    audio: audio && { ...describeAudio(audio, start, includesStart), ...beginning },
  };
};
