import { FFmpegError, type FilterContext, type FilterGraph, Frame } from 'node-av/lib';
import { dHash, GREY_BYTES, GREY_SIDE } from '../../../domain/render/fingerprint.js';
import { filterIn, openFilters } from './filter-graph.js';

const SHRINK = `scale=${GREY_SIDE}:${GREY_SIDE}:flags=area,format=gray`;

interface OpenGraph {
  readonly graph: FilterGraph;
  readonly source: FilterContext;
  readonly sink: FilterContext;
  /** The form of the frames that it takes. */
  readonly form: string;
}

const openGraph = (form: string, upright: string): OpenGraph => {
  const graph = openFilters(`buffer@in=${form},${upright}${SHRINK},buffersink@out`);
  return { graph, source: filterIn(graph, 'buffer@in'), sink: filterIn(graph, 'buffersink@out'), form };
};

/**
 * The levels of a shrunk frame, row by row. The last column has the levels of the one before it, as in all recorded
 * fingerprints: the filter that made them interpolated there.
 */
const greyOf = (plane: Uint8Array, stride: number): Uint8Array =>
  Uint8Array.from({ length: GREY_BYTES }, (_, index) => {
    const [row, column] = [Math.floor(index / GREY_SIDE), Math.min(index % GREY_SIDE, GREY_SIDE - 2)];
    return plane[row * stride + column] ?? 0;
  });

/** Hashes frames for a fingerprint: each is shrunk to levels of grey. */
export class FrameHasher {
  #open: OpenGraph | undefined;
  readonly #small = new Frame();
  readonly #upright: string;

  /** @param upright the filters that turn frames upright, with a comma after each */
  constructor(upright = '') {
    this.#upright = upright;
    this.#small.alloc();
  }

  /** The hash of a frame: 32 hexadecimal digits. */
  hash(frame: Frame): string {
    const form = `video_size=${frame.width}x${frame.height}:pix_fmt=${Number(frame.format)}:time_base=1/1:colorspace=${Number(frame.colorSpace)}:range=${Number(frame.colorRange)}`;
    if (this.#open?.form !== form) {
      this.#open?.graph.free();
      this.#open = openGraph(form, this.#upright);
    }
    const { source, sink } = this.#open;
    FFmpegError.throwIfError(source.buffersrcAddFrameSync(frame), 'frame');
    FFmpegError.throwIfError(sink.buffersinkGetFrameSync(this.#small), 'shrink');
    const [plane, stride] = [this.#small.data?.[0], this.#small.linesize[0] ?? GREY_SIDE];
    if (!plane) throw new Error('the frame has no levels');
    const hash = dHash(greyOf(plane, stride));
    this.#small.unref();
    return hash;
  }

  close(): void {
    this.#small.free();
    this.#open?.graph.free();
  }
}
