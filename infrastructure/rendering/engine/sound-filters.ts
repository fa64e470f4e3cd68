import { AV_CHANNEL_ORDER_UNSPEC, AVERROR_EOF, type AVSampleFormat } from 'node-av/constants';
import {
  avChannelLayoutDefault,
  avChannelLayoutDescribe,
  avGetSampleFmtName,
  FFmpegError,
  type FilterContext,
  type FilterGraph,
  Frame,
} from 'node-av/lib';
import { filterIn, openFilters, takeFrame } from './filter-graph.js';

/** What frames of a sound have in common, as options of `abuffer`. A missing order of channels becomes the usual one. */
export const kindOf = (frame: Frame): string => {
  if (frame.channelLayout.order === AV_CHANNEL_ORDER_UNSPEC)
    frame.channelLayout = avChannelLayoutDefault(frame.channels);
  return [
    `sample_rate=${frame.sampleRate}`,
    `sample_fmt=${avGetSampleFmtName(frame.format as AVSampleFormat) ?? ''}`,
    `channel_layout=${avChannelLayoutDescribe(frame.channelLayout) ?? ''}`,
  ].join(':');
};

/** Filters that samples pass through. The times of frames are in samples. */
export class SoundFilters {
  readonly #graph: FilterGraph;
  readonly #source: FilterContext;
  readonly #sink: FilterContext;

  /** @param kind of the frames that they take */
  constructor(kind: string, sampleRate: number, filters: string) {
    this.#graph = openFilters(`abuffer@in=time_base=1/${sampleRate}:${kind},${filters},abuffersink@out`);
    this.#source = filterIn(this.#graph, 'abuffer@in');
    this.#sink = filterIn(this.#graph, 'abuffersink@out');
  }

  /** Gives them a frame, or their end. @returns whether they take more */
  push(frame: Frame | null): boolean {
    const added = this.#source.buffersrcAddFrameSync(frame);
    if (added === AVERROR_EOF) return false;
    FFmpegError.throwIfError(added, 'samples');
    return frame !== null;
  }

  /** Takes a frame from them. @returns whether there was one; undefined at the end */
  pull(into: Frame): boolean | undefined {
    return takeFrame(this.#sink, into);
  }

  close(): void {
    this.#graph.free();
  }
}

/** A frame as frames of another kind. */
export const framesAs = (kind: string, frame: Frame): ReadonlyArray<Frame> => {
  const format = kind.replaceAll('=', 's=');
  const filters = new SoundFilters(kindOf(frame), frame.sampleRate, `aformat=${format}`);
  filters.push(frame);
  filters.push(null);
  const frames: Frame[] = [];
  for (;;) {
    const one = new Frame();
    one.alloc();
    if (filters.pull(one) !== true) {
      one.free();
      break;
    }
    frames.push(one);
  }
  filters.close();
  return frames;
};
