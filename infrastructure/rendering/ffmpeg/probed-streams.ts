import type { ProbedAudio, ProbedVideo } from '../../../workers/render/ports/media-probe.js';
import { type Report, type StreamReport, unusable } from './ffprobe-report.js';

/** The part before the end that is searched first for the last frame, in seconds. */
const TAIL = 10;

/**
 * @param start when the file starts, in ms of its own clock
 * @param includesStart whether stated durations are {@link countedFromZero}
 */
export const describeAudio = (
  { index, codec_name, channels, sample_rate, start_time, duration, tags }: StreamReport,
  start: number,
  includesStart: boolean,
): ProbedAudio => {
  const [length, tagged] = [milliseconds(duration), taggedDuration(tags)];
  const first = (milliseconds(start_time) ?? start) - start;
  const begin = length === undefined && includesStart ? -start : first;
  const lasts = length ?? tagged;
  return {
    stream: index,
    codec: codec_name ?? '',
    channels: channels ?? 2,
    sampleRate: Number(sample_rate ?? 48_000),
    ...(lasts === undefined ? {} : { end: begin + lasts }),
  };
};

const HOURS_MINUTES_SECONDS = /^(\d{1,4}):(\d{2}):(\d{2}(?:\.\d{1,9})?)$/;

/** The duration in ms that the tags of a Matroska track state, whose header has none. */
const taggedDuration = (tags: StreamReport['tags'] = {}): number | undefined => {
  const parts = HOURS_MINUTES_SECONDS.exec(tags['DURATION'] ?? '');
  const [, hours, minutes, seconds] = parts?.map(Number) ?? [];
  const stated = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return stated > 0 ? stated : undefined;
};

/** What is known of a file whose video is described. */
export interface DescribedFile {
  /** When it starts, in ms of its own clock. */
  readonly start: number;
  /** In ms. */
  readonly duration: number;
  /** All packets of all its streams, if they were read. */
  readonly packets?: NonNullable<Report['packets']>;
}

/** Reports on the file, with further options of ffprobe. */
type Ask = (options: ReadonlyArray<string>) => Promise<Report>;

/** Describes a video stream; reads the times of its last frames where they are not known. */
export const describeVideo = async (
  stream: StreamReport,
  file: DescribedFile,
  ask: Ask,
): Promise<ProbedVideo> => {
  const { start, duration } = file;
  const { index, codec_name = '', width, height, pix_fmt = '' } = stream;
  if (!width || !height) throw unusable('decode', 'the video has no picture');
  const turns = (stream.side_data_list ?? []).find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  const lies = Math.abs(turns) % 180 === 90;
  const first = (milliseconds(stream.start_time) ?? start) - start;
  const times = evenTimes(index, file) ?? (await lastPackets(index, (start + duration) / 1000, ask));
  const last = times.at(-1) ?? first;
  return {
    stream: index,
    codec: codec_name,
    width: lies ? height : width,
    height: lies ? width : height,
    ...pixelAspectOf(stream, lies),
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
    timeBase: timeBaseOf(stream),
    ...(isUneven(times) ? { variableFrameRate: true } : {}),
  };
};

/** The greatest aspect of a pixel that a file may ask for: that of real formats is below 3. */
const MOST_ASPECT = 10;

/** The aspect of the pixels of a stream, as shown, if they are not square. */
const pixelAspectOf = (
  { sample_aspect_ratio = '' }: StreamReport,
  lies: boolean,
): Pick<ProbedVideo, 'pixelAspect'> => {
  const [across = 0, down = 0] = sample_aspect_ratio.split(':').map(Number);
  const aspect = lies ? down / across : across / down;
  const isShown = aspect !== 1 && aspect >= 1 / MOST_ASPECT && aspect <= MOST_ASPECT;
  return isShown ? { pixelAspect: aspect } : {};
};

/** Containers whose stated duration may count from the zero of their clock. */
const ON_A_CLOCK = /^(?:mov|matroska)/;

/**
 * Whether the duration that a file states counts from the zero of its clock, although the file starts later: FFmpeg
 * writes it so, others write the length of the media.
 * @param stream of the file, whose last packets tell
 * @param start when the file starts, in ms of its own clock
 * @param stated the stated duration, in ms
 */
export const countedFromZero = async (
  container: string,
  stream: StreamReport | undefined,
  start: number,
  stated: number | undefined,
  ask: Ask,
): Promise<boolean> => {
  if (start <= 0 || stated === undefined || !stream || !ON_A_CLOCK.test(container)) return false;
  const times = await lastPackets(stream.index, stated / 1000, ask);
  const [last, before = last] = times.toReversed();
  if (last === undefined || before === undefined) return false;
  const length = last + (last - before) - start;
  return Math.abs(stated - start - length) < Math.abs(stated - length);
};

/** The unit of time of a stream, in ms. ffprobe states it as a fraction of a second. */
const timeBaseOf = ({ time_base = '' }: StreamReport): number => {
  const [num = 0, den = 0] = time_base.split('/').map(Number);
  return num > 0 && den > 0 ? (1000 * num) / den : 0;
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
const lastPackets = async (stream: number, end: number, ask: Ask): Promise<ReadonlyArray<number>> => {
  const show = ['-select_streams', String(stream), '-show_entries', 'packet=pts_time'];
  for (const from of [Math.max(0, end - TAIL), 0]) {
    const { packets = [] } = await ask([...show, '-read_intervals', `${from}%`]);
    const times = timesOf(packets);
    if (times.length > 0) return times;
  }
  return [];
};

const timesOf = (packets: NonNullable<Report['packets']>): ReadonlyArray<number> =>
  packets.flatMap(({ pts_time }) => milliseconds(pts_time) ?? []).sort((a, b) => a - b);

/**
 * The timestamps of a stream in ms, ascending, if all are known and evenly spaced. If they are not, those of the last
 * seconds still may be, which decides.
 */
const evenTimes = (stream: number, { packets }: DescribedFile): ReadonlyArray<number> | undefined => {
  const times = timesOf(packets?.filter(({ stream_index }) => stream_index === stream) ?? []);
  return times.length > 0 && !isUneven(times) ? times : undefined;
};

/** Converts a number of seconds from a report. */
export const milliseconds = (seconds: string | undefined): number | undefined => {
  const value = Number(seconds);
  return seconds !== undefined && Number.isFinite(value) ? value * 1000 : undefined;
};

const known = (name: string | undefined): string | undefined =>
  name === undefined || ['unknown', 'unspecified', 'reserved'].includes(name) ? undefined : name;
