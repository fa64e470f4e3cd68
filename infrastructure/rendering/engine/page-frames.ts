import { type Frame, Rational } from 'node-av/lib';
import { instantOf } from '../../../domain/composition/timeline.js';
import type { EnginePages } from './compose-job.js';
import { type InputFrames, nameColors } from './feed.js';
import { FrameReader } from './frame-reader.js';

const FORMAT = 'rawvideo';

/**
 * Raw frames, each shown for some frames. The demuxer of lists (`concat`) would find out what each file is by its bytes,
 * which are pixels of clients: some are taken for other formats.
 */
export class PageFrames implements InputFrames {
  readonly timeBase: Rational;
  readonly frameRate: InputFrames['frameRate'];
  readonly upright = '';
  readonly #input: EnginePages;
  #page = 0;
  #shown = 0;

  constructor(input: EnginePages) {
    this.#input = input;
    this.frameRate = input.rate;
    this.timeBase = new Rational(input.rate.den, input.rate.num);
  }

  next(): Frame | undefined {
    const page = this.#input.pages[this.#page];
    if (!page) return undefined;
    const frame = this.#read(page.path);
    nameColors(frame, { format: FORMAT });
    frame.pts = BigInt(this.#shown);
    frame.duration = BigInt(page.frames);
    frame.timeBase = this.timeBase;
    this.#page += 1;
    this.#shown += page.frames;
    return frame;
  }

  #read(path: string): Frame {
    const { options } = this.#input;
    const input = { path, format: FORMAT, options, delay: 0, from: 0, shownAt: 0, isSource: false };
    const reader = new FrameReader(input, 'v');
    try {
      const frame = reader.next();
      if (!frame) throw new Error('a page is not complete');
      return frame;
    } finally {
      reader.close();
    }
  }

  secondOf({ pts }: Frame): number {
    return this.#input.shownAt + instantOf(Number(pts), this.frameRate) / 1000;
  }

  close(): void {
    // Each page is closed when it was read.
  }
}
