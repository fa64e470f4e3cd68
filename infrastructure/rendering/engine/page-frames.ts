import { readFileSync } from 'node:fs';
import { avGetPixFmtFromName, avImageGetBufferSize, FFmpegError, Frame, Rational } from 'node-av/lib';
import { instantOf } from '../../../domain/composition/timeline.js';
import type { PagesInput } from '../../../workers/render/ports/media-engine.js';
import { type InputFrames, nameColors } from './feed.js';

/** Raw frames, each shown for some frames. */
export class PageFrames implements InputFrames {
  readonly timeBase: Rational;
  readonly frameRate: InputFrames['frameRate'];
  readonly upright = '';
  readonly #input: PagesInput;
  #page = 0;
  #shown = 0;

  constructor(input: PagesInput) {
    this.#input = input;
    this.frameRate = input.rate;
    this.timeBase = new Rational(input.rate.den, input.rate.num);
  }

  next(): Frame | undefined {
    const { pages, size, format: name } = this.#input;
    const page = pages[this.#page];
    if (!page) return undefined;
    const format = avGetPixFmtFromName(name);
    const pixels = readFileSync(page.path);
    if (pixels.length < avImageGetBufferSize(format, size.width, size.height, 1))
      throw new Error('a page is not complete');
    const frame = new Frame();
    frame.alloc();
    frame.width = size.width;
    frame.height = size.height;
    frame.format = format;
    FFmpegError.throwIfError(frame.getBuffer(), 'frame');
    // Clones of the view would refer to the memory of `pixels` as well, which JavaScript frees.
    const view = Frame.fromVideoBuffer(pixels, { ...size, format, timeBase: this.timeBase });
    FFmpegError.throwIfError(frame.copy(view), 'frame');
    view.free();
    nameColors(frame);
    frame.pts = BigInt(this.#shown);
    frame.duration = BigInt(page.frames);
    frame.timeBase = this.timeBase;
    this.#page += 1;
    this.#shown += page.frames;
    return frame;
  }

  secondOf({ pts }: Frame): number {
    return (this.#input.shown?.at ?? 0) + instantOf(Number(pts), this.frameRate) / 1000;
  }

  close(): void {
    // Each page is read at once.
  }
}
