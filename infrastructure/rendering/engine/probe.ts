import { AV_DISPOSITION_ATTACHED_PIC, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import type { FormatContext, Stream } from 'node-av/lib';
import type { ProbedMedia } from '../../../workers/render/ports/media-probe.js';
import { optionsOf } from './input-limits.js';
import type { Probed } from './media-probe.js';
import { MICROSECONDS, milliseconds, openInput } from './open-input.js';
import { endOfPackets, lastTimes } from './packet-times.js';
import { describeAudio, describeVideo, isCountedFromZero } from './probed-streams.js';

/** Containers that begin before zero with sound that is not played, from which players do not count time. */
const STARTS_AT_ZERO = /^matroska/;

const isPicture = ({ disposition }: Stream): boolean =>
  (Number(disposition) & Number(AV_DISPOSITION_ATTACHED_PIC)) !== 0;

const videoOf = ({ streams }: FormatContext): Stream | undefined =>
  streams.find((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && !isPicture(stream));

const describe = (file: FormatContext): ProbedMedia => {
  const { streams, iformat } = file;
  const container = iformat?.name ?? '';
  const first = milliseconds(file.startTime, MICROSECONDS) ?? 0;
  const beforeZero = STARTS_AT_ZERO.test(container) ? Math.max(0, -first) : 0;
  const start = first + beforeZero;
  const stated = milliseconds(file.duration, MICROSECONDS);
  const ends = streams.flatMap(({ startTime, duration, timeBase }) => {
    const length = milliseconds(duration, timeBase);
    return length === undefined ? [] : [(milliseconds(startTime, timeBase) ?? start) - start + length];
  });
  const longest = stated ?? (ends.length > 0 ? Math.max(0, ...ends) : endOfPackets(file) - start);
  const video = videoOf(file);
  const audio = streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  const timed = video ?? (start > 0 ? audio : undefined);
  const times = timed && lastTimes(file, timed, longest / 1000);
  const includesStart = isCountedFromZero(container, start, stated, times);
  const beginning = beforeZero > 0 ? { beforeZero } : {};
  return {
    _tag: 'Media',
    container,
    duration: longest - (includesStart ? start : 0),
    ...(video ? { video: { ...describeVideo(video, start, times), ...beginning } } : {}),
    ...(audio ? { audio: { ...describeAudio(audio, start, includesStart), ...beginning } } : {}),
  };
};

/** Opens a file of a client, and describes it. */
export const probe = (path: string): Probed => {
  const file = openInput(path, optionsOf({ _tag: 'Source' }));
  try {
    return { media: describe(file), streams: file.nbStreams };
  } finally {
    file.closeInputSync();
  }
};
