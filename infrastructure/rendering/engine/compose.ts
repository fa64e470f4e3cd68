import {
  AV_PIX_FMT_NONE,
  type AVPixelFormat,
  AVALPHA_MODE_PREMULTIPLIED,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVERROR_EAGAIN,
  AVERROR_EOF,
} from 'node-av/constants';
import { avGetPixFmtName, FFmpegError, type FilterContext, FilterGraph, Frame } from 'node-av/lib';
import { FrameReader, readerKey } from './frame-reader.js';
import { encoderOf, FrameWriter } from './frame-writer.js';
import type { ComposeOutput } from '../../../workers/render/ports/media-engine.js';
import type { ComposeJob, EngineInput } from './compose-job.js';

/** An input of a graph: its reader, the filter that takes its frames, and the second of the piece of its latest frame. */
interface Feed {
  readonly input: EngineInput;
  readonly reader: FrameReader;
  readonly offset: bigint;
  readonly source: FilterContext;
  first: Frame | undefined;
  reached: number;
  hasEnded: boolean;
}

/** Readers that stay open from one piece to the next. */
const idle: FrameReader[] = [];
/** Each holds some frames and the threads of a decoder. */
const MOST_IDLE = 6;

const takeReader = (input: EngineInput, stream: string): FrameReader => {
  const key = readerKey(input, stream);
  const alike = idle.filter((reader) => reader.key === key);
  const found = alike.find((reader) => reader.isNear(input)) ?? alike[0];
  if (found) idle.splice(idle.indexOf(found), 1);
  const reader = found ?? new FrameReader(input, stream);
  reader.goTo(input);
  return reader;
};

const giveBack = ({ input, reader }: Feed): void => {
  if (!input.isSource) return reader.close();
  idle.push(reader);
  if (idle.length > MOST_IDLE) idle.shift()?.close();
};

const seconds = (units: bigint, { num, den }: { readonly num: number; readonly den: number }): number =>
  (Number(units) * num) / den;

/**
 * Raw frames of ours name neither their colours, which are those of the output, nor that their alpha is premultiplied.
 * FFmpeg would guess both, and convert.
 */
const nameColors = (frame: Frame, { format }: EngineInput): void => {
  if (format !== 'rawvideo' && format !== 'concat') return;
  const pixels = avGetPixFmtName(frame.format as AVPixelFormat) ?? '';
  if (pixels === 'rgba') frame.alphaMode = AVALPHA_MODE_PREMULTIPLIED;
  if (!pixels.startsWith('yuv')) return;
  frame.colorSpace = AVCOL_SPC_BT709;
  frame.colorRange = AVCOL_RANGE_MPEG;
};

const bufferArguments = (frame: Frame, { stream, frameRate }: FrameReader): string => {
  const { num, den } = stream.timeBase;
  const { num: across, den: down } = frame.sampleAspectRatio;
  const args = [
    `video_size=${frame.width}x${frame.height}`,
    `pix_fmt=${Number(frame.format)}`,
    `time_base=${num}/${den}`,
    `pixel_aspect=${across}/${Math.max(1, down)}`,
    `colorspace=${Number(frame.colorSpace)}`,
    `range=${Number(frame.colorRange)}`,
    `alpha_mode=${Number(frame.alphaMode)}`,
    ...(frameRate.num > 0 ? [`frame_rate=${frameRate.num}/${frameRate.den}`] : []),
  ];
  return args.join(':');
};

/** The formats in which an encoder takes frames, as a filter with a comma before it. */
const formatFilter = (output: ComposeOutput): string => {
  const formats =
    output.pixelFormat === undefined
      ? (encoderOf(output).pixelFormats ?? [])
          .filter((format) => format !== AV_PIX_FMT_NONE)
          .map(avGetPixFmtName)
      : [output.pixelFormat];
  return formats.length === 0 ? 'null' : `format=${formats.join('|')}`;
};

interface OpenGraph {
  readonly graph: FilterGraph;
  readonly feeds: ReadonlyArray<Feed>;
  readonly sinks: ReadonlyArray<FilterContext>;
}

const LABEL = /\[(\d+):(v|\d+)\]/g;

/** A filter of a graph by its name. */
const filterIn = (graph: FilterGraph, name: string): FilterContext => {
  const filter = graph.getFilter(name);
  if (!filter) throw new Error('the graph has no such filter');
  return filter;
};

/** Opens the inputs, and the graph for their frames. */
const openGraph = ({ inputs, graph: text, outputs }: ComposeJob): OpenGraph => {
  const opened = [...text.matchAll(LABEL)].map(([label, number = '', stream = 'v']) => {
    const input = inputs[Number(number)];
    if (!input) throw new Error('the graph has no such input');
    const reader = takeReader(input, stream);
    const first = reader.next();
    if (!first) throw new Error('an input has no frames');
    nameColors(first, input);
    return { input, reader, first, label, filter: `buffer@in${number}` };
  });
  const sources = opened.map(
    ({ reader, first, label, filter }) =>
      `${filter}=${bufferArguments(first, reader)},${reader.upright}null${label}`,
  );
  const chains = outputs.map(
    (output, index) => `${output.label}${formatFilter(output)},buffersink@out${index}`,
  );
  const graph = new FilterGraph();
  graph.alloc();
  FFmpegError.throwIfError(graph.parsePtr([...sources, text, ...chains].join(';'), null, null), 'graph');
  FFmpegError.throwIfError(graph.configSync(), 'graph');
  return {
    graph,
    feeds: opened.map(({ input, reader, first, filter }) => ({
      input,
      reader,
      offset: reader.offset(input),
      source: filterIn(graph, filter),
      first,
      reached: Number.NEGATIVE_INFINITY,
      hasEnded: false,
    })),
    sinks: outputs.map((_, index) => filterIn(graph, `buffersink@out${index}`)),
  };
};

/** Gives the graph the next frame of the input that is the least advanced, or its end. @returns whether there was one */
const feedNext = (feeds: ReadonlyArray<Feed>): boolean => {
  let least: Feed | undefined;
  for (const feed of feeds) if (!feed.hasEnded && (!least || feed.reached < least.reached)) least = feed;
  if (!least) return false;
  const { reader, source, input, offset } = least;
  const frame = least.first ?? reader.next();
  least.first = undefined;
  if (!frame) {
    least.hasEnded = true;
    FFmpegError.throwIfError(source.buffersrcAddFrameSync(null), 'end');
    return true;
  }
  nameColors(frame, input);
  frame.pts += offset;
  frame.timeBase = reader.stream.timeBase;
  least.reached = seconds(frame.pts, reader.stream.timeBase) - input.from + input.shownAt;
  const added = source.buffersrcAddFrameSync(frame);
  frame.free();
  // The graph has seen enough of it.
  if (added === AVERROR_EOF) least.hasEnded = true;
  else FFmpegError.throwIfError(added, 'frame');
  return true;
};

/**
 * Composes frames and writes them.
 * @param onFrames called with how many frames of the last output are encoded: first with 0, when all inputs are open
 * @returns how many frames the last output has
 */
export const compose = (job: ComposeJob, onFrames: (frames: number) => void): number => {
  const { graph, feeds, sinks } = openGraph(job);
  onFrames(0);
  const outputs = sinks.map((sink, index) => {
    const output = job.outputs[index];
    if (!output) throw new RangeError('each sink has an output');
    const rate = sink.buffersinkGetFrameRate();
    const base = sink.buffersinkGetTimeBase();
    const writer = new FrameWriter(output, rate.num > 0 ? rate : { num: base.den, den: base.num });
    return { sink, writer };
  });
  const open = new Set(outputs);
  const frame = new Frame();
  frame.alloc();
  while (open.size > 0) {
    let isStarved = true;
    for (const one of open) {
      const got = one.sink.buffersinkGetFrameSync(frame);
      if (got === AVERROR_EAGAIN) continue;
      isStarved = false;
      if (got === AVERROR_EOF) {
        open.delete(one);
        continue;
      }
      FFmpegError.throwIfError(got, 'compose');
      const copy = frame.clone();
      frame.unref();
      if (copy) one.writer.write(copy);
      if (one.writer.isComplete) open.delete(one);
      if (one === outputs.at(-1)) onFrames(one.writer.written);
    }
    if (isStarved && !feedNext(feeds)) break;
  }
  graph.free();
  for (const { writer } of outputs) {
    writer.finish();
    writer.close();
  }
  const troubles = feeds.reduce((sum, { reader }) => sum + reader.troubles, 0);
  for (const feed of feeds) {
    feed.first?.free();
    giveBack(feed);
  }
  if (job.isStrict && troubles > 0) throw new Error('an input is damaged');
  return outputs.at(-1)?.writer.written ?? 0;
};
