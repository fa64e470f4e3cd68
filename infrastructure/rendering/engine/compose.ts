import { AV_PIX_FMT_NONE, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { avGetPixFmtName, FFmpegError, type FilterContext, type FilterGraph, Frame } from 'node-av/lib';
import { Feed } from './feed.js';
import { filterIn, openFilters } from './filter-graph.js';
import { whenIdle } from './idle-work.js';
import { encoderNamed } from './encoded-file.js';
import { FrameWriter } from './frame-writer.js';
import type { ComposeOutput } from '../../../workers/render/ports/media-engine.js';
import type { ComposeJob } from './compose-job.js';

const bufferArguments = (frame: Frame, { timeBase, frameRate }: Feed): string => {
  const { num, den } = timeBase;
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
      ? (encoderNamed(output.encoder).pixelFormats ?? [])
          .filter((format) => format !== AV_PIX_FMT_NONE)
          .map(avGetPixFmtName)
      : [output.pixelFormat];
  return formats.length === 0 ? 'null' : `format=${formats.join('|')}`;
};

/** A feed, its first frame until the graph has that, and the filter that takes its frames. */
interface OpenFeed {
  readonly feed: Feed;
  readonly source: FilterContext;
  first: Frame | undefined;
}

interface OpenGraph {
  readonly graph: FilterGraph;
  readonly feeds: ReadonlyArray<OpenFeed>;
  readonly sinks: ReadonlyArray<FilterContext>;
}

const LABEL = /\[(\d+):(v|\d+)\]/g;

/** Opens the inputs, and the graph for their frames. */
const openGraph = ({ inputs, graph: text, outputs }: ComposeJob): OpenGraph => {
  const opened = [...text.matchAll(LABEL)].map(([label, number = '', stream = 'v']) => {
    const input = inputs[Number(number)];
    if (!input) throw new Error('the graph has no such input');
    const feed = new Feed(input, stream);
    const first = feed.next();
    if (!first) throw new Error('an input has no frames');
    return { feed, first, label, filter: `buffer@in${number}` };
  });
  const sources = opened.map(
    ({ feed, first, label, filter }) =>
      `${filter}=${bufferArguments(first, feed)},${feed.upright}null${label}`,
  );
  const chains = outputs.map(
    (output, index) => `${output.label}${formatFilter(output)},buffersink@out${index}`,
  );
  const graph = openFilters([...sources, text, ...chains].join(';'));
  return {
    graph,
    feeds: opened.map(({ feed, first, filter }) => ({ feed, first, source: filterIn(graph, filter) })),
    sinks: outputs.map((_, index) => filterIn(graph, `buffersink@out${index}`)),
  };
};

/** Gives the graph the next frame of the input that is the least advanced, or its end. @returns whether there was one */
const feedNext = (feeds: ReadonlyArray<OpenFeed>): boolean => {
  let least: OpenFeed | undefined;
  for (const one of feeds)
    if (!one.feed.hasEnded && (!least || one.feed.reached < least.feed.reached)) least = one;
  if (!least) return false;
  const { feed, source } = least;
  const frame = least.first ?? feed.next();
  least.first = undefined;
  if (!frame) {
    feed.hasEnded = true;
    FFmpegError.throwIfError(source.buffersrcAddFrameSync(null), 'end');
    return true;
  }
  feed.reached = feed.secondOf(frame);
  const added = source.buffersrcAddFrameSync(frame);
  frame.free();
  // The graph has seen enough of it.
  if (added === AVERROR_EOF) feed.hasEnded = true;
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
  for (const { writer } of outputs) writer.finish();
  for (const { feed, first } of feeds) {
    first?.free();
    feed.close();
    if (job.readsAhead) whenIdle(feed.near());
  }
  return outputs.at(-1)?.writer.written ?? 0;
};
