import { AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, type FilterContext, type FilterGraph, Frame } from 'node-av/lib';
import { FileFrames, type InputFrames } from './feed.js';
import { PageFrames } from './page-frames.js';
import { filterIn, openFilters, takeFrame } from './filter-graph.js';
import { whenIdle } from './idle-work.js';
import type { ComposeRequest, SceneInput } from '../../../workers/render/ports/media-engine.js';

/** An input of the graph. `first`: its first frame, until the graph has received it. */
interface OpenInput {
  readonly frames: InputFrames;
  readonly source: FilterContext;
  first: Frame | undefined;
  /** The time in the piece of the latest frame that the graph has received, in seconds. */
  reached: number;
  hasEnded: boolean;
}

const bufferArguments = (frame: Frame, { timeBase, frameRate }: InputFrames): string => {
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

const LABEL = /\[(\d+):(v|\d+)\]/g;

/** Opens a scene. @param number of the input */
type OpenScene = (scene: SceneInput, number: number) => InputFrames;

const NO_SCENES: OpenScene = () => {
  throw new Error('the input is not a file');
};

const framesOf = (
  input: ComposeRequest['inputs'][number],
  number: number,
  stream: string,
  openScene: OpenScene,
): InputFrames => {
  if (input._tag === 'Scene') return openScene(input, number);
  return input._tag === 'Pages' ? new PageFrames(input) : new FileFrames(input, stream);
};

/** The frames that a filter graph makes of its inputs. */
export class GraphFrames {
  readonly #graph: FilterGraph;
  readonly #inputs: ReadonlyArray<OpenInput>;
  readonly #sinks: ReadonlyArray<FilterContext>;

  /**
   * @param text the graph, which names inputs `[NUMBER:v]` or `[NUMBER:STREAM]`
   * @param ends labels of its outputs, each with the last filter of that output
   */
  constructor(
    inputs: ComposeRequest['inputs'],
    text: string,
    ends: ReadonlyArray<string>,
    openScene = NO_SCENES,
  ) {
    const opened = [...text.matchAll(LABEL)].map(([label, number = '', stream = 'v']) => {
      const input = inputs[Number(number)];
      if (!input) throw new Error('the graph has no such input');
      const frames = framesOf(input, Number(number), stream, openScene);
      const first = frames.next();
      if (!first) throw new Error('an input has no frames');
      return { frames, first, label, filter: `buffer@in${number}` };
    });
    const sources = opened.map(
      ({ frames, first, label, filter }) =>
        `${filter}=${bufferArguments(first, frames)},${frames.upright}null${label}`,
    );
    const chains = ends.map((end, index) => `${end},buffersink@out${index}`);
    const graph = openFilters([...sources, text, ...chains].join(';'));
    this.#graph = graph;
    this.#inputs = opened.map(({ frames, first, filter }) => ({
      frames,
      first,
      source: filterIn(graph, filter),
      reached: Number.NEGATIVE_INFINITY,
      hasEnded: false,
    }));
    this.#sinks = ends.map((_, index) => filterIn(graph, `buffersink@out${index}`));
  }

  rateOf(output: number): { readonly num: number; readonly den: number } {
    const sink = this.#sinks[output];
    if (!sink) throw new RangeError('the graph has no such output');
    const rate = sink.buffersinkGetFrameRate();
    const { num, den } = sink.buffersinkGetTimeBase();
    return rate.num > 0 ? rate : { num: den, den: num };
  }

  /** Takes a frame of an output. @returns whether there was one; undefined at its end */
  pull(output: number, into: Frame): boolean | undefined {
    const sink = this.#sinks[output];
    return sink && takeFrame(sink, into);
  }

  /** Gives the graph the next frame of the input that is the least advanced, or its end. @returns whether there was one */
  feed(): boolean {
    let least: OpenInput | undefined;
    for (const one of this.#inputs) if (!one.hasEnded && (!least || one.reached < least.reached)) least = one;
    if (!least) return false;
    const { frames, source } = least;
    const frame = least.first ?? frames.next();
    least.first = undefined;
    if (!frame) {
      least.hasEnded = true;
      FFmpegError.throwIfError(source.buffersrcAddFrameSync(null), 'end');
      return true;
    }
    least.reached = frames.secondOf(frame);
    const added = source.buffersrcAddFrameSync(frame);
    frame.free();
    // The graph needs no more of it.
    if (added === AVERROR_EOF) least.hasEnded = true;
    else FFmpegError.throwIfError(added, 'frame');
    return true;
  }

  /** The next frame of the only output, until the next is requested; undefined at its end. */
  *all(): Generator<Frame> {
    const frame = new Frame();
    frame.alloc();
    for (;;) {
      const got = this.pull(0, frame);
      if (got) yield frame;
      else if (got === undefined || !this.feed()) break;
      frame.unref();
    }
    frame.free();
  }

  /** @param readsAhead whether frames near those that were shown are decoded while no job waits */
  close(readsAhead = false): void {
    this.#graph.free();
    for (const { frames, first } of this.#inputs) {
      first?.free();
      frames.close();
      if (readsAhead && frames.near) whenIdle(frames.near());
    }
  }
}
