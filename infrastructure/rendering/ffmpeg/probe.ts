import { open, stat } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type {
  MediaProbe,
  OutputReport,
  ProbedAudio,
  ProbedMedia,
  ProbedSource,
  ProbedVideo,
} from '../../../workers/render/ports/media-probe.js';
import { RenderError } from '../../../domain/render/failure-cause.js';
import { movieOf } from '../../../workers/render/mp4/movie.js';
import { report, type StreamReport, unusable } from './ffprobe-report.js';
import { isImage } from '../pictures/images.js';
import type { SandboxedPictures } from '../pictures/sandboxed-pictures.js';
import { ENCODE_LIMITS } from './process-limits.js';
import { excessOf } from './source-bounds.js';

const LARGEST_IMAGE_FILE = 256 * 1024 * 1024;
/** The part before the end that is searched first for the last frame, in seconds. */
const TAIL = 10;

type Describe = SandboxedPictures['describe'];

/** The media probe: ffprobe for media, `describe` for images. */
export const mediaProbe = (describe: Describe, program = 'ffprobe'): MediaProbe => ({
  probe: (path, signal) => async () => {
    try {
      if (isImage(await firstBytes(path))) return await probeImage(path, describe, signal);
      return E.right(await probeMedia(program, path, signal));
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

const probeMedia = async (program: string, path: string, signal: AbortSignal): Promise<ProbedMedia> => {
  const { streams = [], format = {} } = await report(
    program,
    path,
    ['-show_format', '-show_streams'],
    signal,
  );
  const start = milliseconds(format.start_time) ?? 0;
  const ends = streams.map(
    (stream) => (milliseconds(stream.start_time) ?? start) - start + (milliseconds(stream.duration) ?? 0),
  );
  const duration = milliseconds(format.duration) ?? Math.max(0, ...ends);
  const video = streams.find(
    (stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1,
  );
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  const used = [video, audio].filter((stream) => stream !== undefined);
  const excess = excessOf(used, streams.length, duration);
  if (excess !== undefined) throw unusable('probe', excess);
  return {
    _tag: 'Media',
    container: format.format_name ?? '',
    duration,
    video: video && (await describeVideo(program, path, video, start, duration, signal)),
    audio: audio && describeAudio(audio, start),
  };
};

const describeAudio = (
  { index, codec_name, channels, sample_rate, start_time, duration }: StreamReport,
  start: number,
): ProbedAudio => {
  const length = milliseconds(duration);
  return {
    stream: index,
    codec: codec_name ?? '',
    channels: channels ?? 2,
    sampleRate: Number(sample_rate ?? 48_000),
    ...(length === undefined ? {} : { end: (milliseconds(start_time) ?? start) - start + length }),
  };
};

const describeVideo = async (
  program: string,
  path: string,
  stream: StreamReport,
  start: number,
  duration: number,
  signal: AbortSignal,
): Promise<ProbedVideo> => {
  const { index, codec_name = '', width, height, pix_fmt = '' } = stream;
  if (!width || !height) throw unusable('decode', 'the video has no picture');
  const turns = (stream.side_data_list ?? []).find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  const lies = Math.abs(turns) % 180 === 90;
  const first = (milliseconds(stream.start_time) ?? start) - start;
  const times = await lastPackets(program, path, index, (start + duration) / 1000, signal);
  const last = times.at(-1) ?? first;
  return {
    stream: index,
    codec: codec_name,
    width: lies ? height : width,
    height: lies ? width : height,
    pixelFormat: pix_fmt,
    color: {
      matrix: known(stream.color_space),
      range: known(stream.color_range),
      primaries: known(stream.color_primaries),
      transfer: known(stream.color_transfer),
    },
    hasAlpha:
      /^(?:yuva|rgba|bgra|argb|abgr|gbrap|ya|pal8)/.test(pix_fmt) || stream.tags?.['alpha_mode'] === '1',
    firstFrame: first,
    lastFrame: Math.max(first, last - start),
    ...(isUneven(times) ? { variableFrameRate: true } : {}),
  };
};

/** How much longer one frame than another may last at a constant rate, in ms: containers round times. */
const ROUNDING = 2.5;

/** Whether the times of consecutive frames, ascending, are not evenly spaced. */
const isUneven = (times: ReadonlyArray<number>): boolean => {
  const lengths = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
  return longest - lengths.reduce((a, b) => Math.min(a, b), longest) > ROUNDING;
};

/**
 * The timestamps of the last seconds of a stream in ms, ascending; those of the whole stream if these have none.
 */
const lastPackets = async (
  program: string,
  path: string,
  stream: number,
  end: number,
  signal: AbortSignal,
): Promise<ReadonlyArray<number>> => {
  const show = ['-select_streams', String(stream), '-show_entries', 'packet=pts_time'];
  for (const from of [Math.max(0, end - TAIL), 0]) {
    const { packets = [] } = await report(program, path, [...show, '-read_intervals', `${from}%`], signal);
    const times = packets.flatMap(({ pts_time }) => milliseconds(pts_time) ?? []);
    if (times.length > 0) return times.sort((a, b) => a - b);
  }
  return [];
};

const milliseconds = (seconds: string | undefined): number | undefined => {
  const value = Number(seconds);
  return seconds !== undefined && Number.isFinite(value) ? value * 1000 : undefined;
};

const known = (name: string | undefined): string | undefined =>
  name === undefined || ['unknown', 'unspecified', 'reserved'].includes(name) ? undefined : name;
