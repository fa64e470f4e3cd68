import type { ProbedAudio, ProbedVideo } from '../../../workers/render/ports/media-probe.js';
import { milliseconds, type StreamReport, unusable } from './ffprobe-report.js';
import { isUneven, type PacketTimes } from './packet-times.js';

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
}

/** Describes a video stream; reads the times of its last frames where they are not known. */
export const describeVideo = async (
  stream: StreamReport,
  { start, duration }: DescribedFile,
  packetTimes: PacketTimes,
): Promise<ProbedVideo> => {
  const { index, codec_name = '', width, height, pix_fmt = '' } = stream;
  if (!width || !height) throw unusable('decode', 'the video has no picture');
  const turns = (stream.side_data_list ?? []).find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  const lies = Math.abs(turns) % 180 === 90;
  const first = (milliseconds(stream.start_time) ?? start) - start;
  const times = packetTimes.even(index) ?? (await packetTimes.last(index, (start + duration) / 1000));
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
  packetTimes: PacketTimes,
): Promise<boolean> => {
  if (start <= 0 || stated === undefined || !stream || !ON_A_CLOCK.test(container)) return false;
  const times = packetTimes.known(stream.index) ?? (await packetTimes.last(stream.index, stated / 1000));
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

const known = (name: string | undefined): string | undefined =>
  name === undefined || ['unknown', 'unspecified', 'reserved'].includes(name) ? undefined : name;
