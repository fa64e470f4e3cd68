import { type AVPixelFormat, AV_PIX_FMT_NONE } from 'node-av/constants';
import { avGetCodecName, avGetPixFmtName, type Stream } from 'node-av/lib';
import type { ProbedAudio, ProbedVideo } from '../../../workers/render/ports/media-probe.js';
import { colorsOf } from './color-names.js';
import { displayMatrix, milliseconds, turnOf } from './open-input.js';
import type { LastTimes } from './packet-times.js';

export const codecOf = ({ codecpar }: Stream): string => avGetCodecName(codecpar.codecId) ?? 'unknown';

/**
 * @param start when the file starts, in ms of its own clock
 * @param includesStart whether stated durations are {@link isCountedFromZero}
 */
export const describeAudio = (stream: Stream, start: number, includesStart: boolean): ProbedAudio => {
  const { channels, sampleRate } = stream.codecpar;
  const length = milliseconds(stream.duration, stream.timeBase);
  const first = (milliseconds(stream.startTime, stream.timeBase) ?? start) - start;
  const begin = length === undefined && includesStart ? -start : first;
  const duration = length ?? taggedDuration(stream);
  return {
    stream: stream.index,
    codec: codecOf(stream),
    channels,
    sampleRate,
    ...(duration === undefined ? {} : { end: begin + duration }),
  };
};

const HOURS_MINUTES_SECONDS = /^(\d{1,4}):(\d{2}):(\d{2}(?:\.\d{1,9})?)$/;

/** The duration in ms that the tags of a Matroska track state, whose header has none. */
const taggedDuration = ({ metadata }: Stream): number | undefined => {
  const parts = HOURS_MINUTES_SECONDS.exec(metadata?.get('DURATION') ?? '');
  const [, hours, minutes, seconds] = parts?.map(Number) ?? [];
  const stated = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return stated > 0 ? stated : undefined;
};

/** @param start when the file starts, in ms of its own clock */
export const describeVideo = (stream: Stream, start: number, times: LastTimes | undefined): ProbedVideo => {
  const { codecpar, timeBase } = stream;
  const { width, height, format } = codecpar;
  const pixelFormat = format === AV_PIX_FMT_NONE ? '' : (avGetPixFmtName(format as AVPixelFormat) ?? '');
  const rotation = turnOf(displayMatrix(stream) ?? []);
  const isSideways = rotation % 180 === 90;
  const { num, den } = stream.avgFrameRate;
  const first = (milliseconds(stream.startTime, stream.timeBase) ?? start) - start;
  return {
    stream: stream.index,
    codec: codecOf(stream),
    width: isSideways ? height : width,
    height: isSideways ? width : height,
    ...pixelAspectOf(stream, isSideways),
    pixelFormat,
    color: colorsOf(codecpar),
    hasAlpha:
      /^(?:yuva|rgba|bgra|argb|abgr|gbrap|ya|pal8)/.test(pixelFormat) ||
      stream.metadata?.get('alpha_mode') === '1',
    firstFrame: first,
    lastFrame: Math.max(first, times ? times.last - start : first),
    timeBase: timeBase.num > 0 && timeBase.den > 0 ? (1000 * timeBase.num) / timeBase.den : 0,
    ...(num > 0 && den > 0 ? { frameRate: num / den } : {}),
    ...(rotation > 0 ? { rotation } : {}),
    ...(times?.isUneven ? { variableFrameRate: true } : {}),
  };
};

/** The greatest aspect of a pixel that a file may ask for: that of real formats is below 3. */
const MOST_ASPECT = 10;

/** The aspect of the pixels of a stream, as shown, if they are not square. */
const pixelAspectOf = (
  { sampleAspectRatio, codecpar }: Stream,
  isSideways: boolean,
): Pick<ProbedVideo, 'pixelAspect'> => {
  const { num, den } = sampleAspectRatio.num > 0 ? sampleAspectRatio : codecpar.sampleAspectRatio;
  const aspect = isSideways ? den / num : num / den;
  const isShown = aspect !== 1 && aspect >= 1 / MOST_ASPECT && aspect <= MOST_ASPECT;
  return isShown ? { pixelAspect: aspect } : {};
};

/** Containers whose stated duration may count from the zero of their clock. */
const ON_A_CLOCK = /^(?:mov|matroska)/;

/**
 * Whether the duration that a file states counts from the zero of its clock, although the file starts later: FFmpeg
 * writes it so, others write the length of the media.
 * @param start when the file starts, in ms of its own clock
 * @param stated the stated duration, in ms
 */
export const isCountedFromZero = (
  container: string,
  start: number,
  stated: number | undefined,
  times: LastTimes | undefined,
): boolean => {
  if (start <= 0 || stated === undefined || !times || !ON_A_CLOCK.test(container)) return false;
  const { last, before } = times;
  const length = last + (last - before) - start;
  return Math.abs(stated - start - length) < Math.abs(stated - length);
};
