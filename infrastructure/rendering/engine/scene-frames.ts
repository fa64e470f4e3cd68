import { readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { AV_PIX_FMT_RGB0, AV_PIX_FMT_RGBA } from 'node-av/constants';
import { FFmpegError, Frame, Rational } from 'node-av/lib';
import { SILENCE, soundLevels, type SoundLevels } from '../../../domain/composition/sound-levels.js';
import { instantOf } from '../../../domain/composition/timeline.js';
import { drawScene, type SceneAssets } from '../../../workers/render/draw/draw-scene.js';
import { type ColorTable, readCube } from '../../../workers/render/draw/effects/color-table.js';
import type { LevelsFile } from '../../../workers/render/draw/scene.js';
import { type CoveringFrames, coveringFrames } from '../drawing/covering-frames.js';
import { putPixels, type SkiaSurface, skiaSurface, skiaTools } from '../drawing/skia-tools.js';
import type { SceneFeed, SceneInput } from '../../../workers/render/ports/media-engine.js';
import { copyOfFrame } from './memory-shortage.js';
import type { InputFrames } from './feed.js';
import { GraphFrames } from './graph-frames.js';
import { collect, leave, load, NOTHING } from './loaded-pictures.js';

/** The size of the frames after which memory is freed, in bytes: every frame of full HD, or several small ones. */
const COLLECTED_AT = 8_000_000;
let uncollected = 0;
const collectAfter = (bytes: number): void => {
  uncollected += bytes;
  if (uncollected < COLLECTED_AT) return;
  uncollected = 0;
  collect('minor');
};

/** Reads the levels of a sound: 32-bit floats in the byte order of this machine. */
const readLevels = ({ path }: LevelsFile): SoundLevels => {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  return soundLevels(new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength)));
};

const readTable = (path: string): ColorTable => {
  const read = readCube(readFileSync(path, 'utf8'));
  if (E.isLeft(read)) throw new Error(read.left);
  return read.right;
};

/** The pixels of a frame of RGBA, one row after the other. */
const pixelsOf = (frame: Frame): Uint8Array => {
  const bytes = frame.width * 4;
  const plane = frame.linesize[0] === bytes ? frame.data?.[0] : undefined;
  return plane?.subarray(0, bytes * frame.height) ?? frame.toBuffer();
};

/** The frames of a video, one after the other on the same surface. */
class VideoFrames {
  readonly surface: SkiaSurface;
  readonly #feed: SceneFeed;
  #graph: GraphFrames | undefined;
  #frames: Generator<Frame> | undefined;

  constructor(feed: SceneFeed) {
    this.#feed = feed;
    this.surface = skiaSurface(feed.width, feed.height);
  }

  isShownOn(frame: number): boolean {
    const { span, decoded } = this.#feed;
    return decoded !== undefined && frame >= span.from && frame < span.to;
  }

  /** Decodes its next frame. Another video can use its decoder as soon as it is over. */
  advance(frame: number): void {
    const { decoded, span } = this.#feed;
    if (!decoded) return;
    this.#graph ??= new GraphFrames([decoded.input], decoded.graph, ['[out]null']);
    this.#frames ??= this.#graph.all();
    const { value, done } = this.#frames.next();
    // A damaged source can end early without an error.
    if (done === true) throw new Error('the video has too few frames');
    putPixels(this.surface, pixelsOf(value));
    if (frame === span.to - 1) this.close();
  }

  close(): void {
    this.#frames?.return(undefined);
    this.#graph?.close();
    this.#graph = undefined;
    this.#frames = undefined;
  }
}

/** Called with the part of a scene that is about to be drawn: a node, or a feed to decode; undefined: nothing. */
export type OnPart = (part: { readonly node: number } | { readonly feed: number } | undefined) => void;

/** The frames of a scene, drawn when they are needed. */
export class SceneFrames implements InputFrames {
  readonly timeBase: Rational;
  readonly frameRate: InputFrames['frameRate'];
  readonly upright = '';
  readonly #input: SceneInput;
  readonly #onPart: OnPart;
  readonly #target: SkiaSurface;
  readonly #covering: CoveringFrames | undefined;
  readonly #feeds: ReadonlyArray<VideoFrames>;
  readonly #assets: SceneAssets;
  /** Frames whose memory is used again as soon as the graph has freed them. */
  readonly #frames: Frame[] = [];
  #next = 0;

  constructor(input: SceneInput, onPart: OnPart) {
    const { scene, frames, opaque } = input;
    this.#input = input;
    this.#onPart = onPart;
    this.frameRate = scene.rate;
    this.timeBase = new Rational(scene.rate.den, scene.rate.num);
    this.#covering = opaque ? coveringFrames(scene, frames) : undefined;
    this.#target = skiaSurface(scene.rect.width, scene.rect.height);
    this.#feeds = scene.feeds.map((feed) => new VideoFrames(feed));
    const levels = scene.levels.map(readLevels);
    const tables = new Map(
      Object.entries(scene.tables).map(([source, path]) => [source, readTable(path)] as const),
    );
    this.#assets = {
      picture: (index) => load(scene.pictures[index] ?? NOTHING),
      feed: (index) => this.#feeds[index]?.surface ?? load(NOTHING),
      levels: (index) => levels[index] ?? SILENCE,
      tableOf: (source) => tables.get(source),
      onNode: (node) => onPart(node < 0 ? undefined : { node }),
    };
  }

  next(): Frame | undefined {
    const number = this.#input.frames[this.#next];
    if (number === undefined) return undefined;
    for (const [feed, video] of this.#feeds.entries()) {
      if (!video.isShownOn(number)) continue;
      this.#onPart({ feed });
      video.advance(number);
    }
    this.#onPart(undefined);
    const frame = this.#writable();
    this.#fill(frame, this.#covering?.frame(number) ?? this.#draw(number));
    frame.pts = BigInt(this.#next);
    frame.duration = 1n;
    frame.timeBase = this.timeBase;
    this.#next += 1;
    return copyOfFrame(frame);
  }

  /** Pixels that are not premultiplied: Skia divides by their alpha with rounding, FFmpeg without. */
  #draw(frame: number): Uint8Array | Uint8ClampedArray {
    const { scene, opaque } = this.#input;
    drawScene(scene, frame, this.#target, skiaTools, this.#assets);
    const { canvas, width, height } = this.#target;
    const pixels = opaque ? canvas.data() : canvas.getContext('2d').getImageData(0, 0, width, height).data;
    collectAfter(pixels.byteLength);
    return pixels;
  }

  /** A frame whose memory nothing else uses. */
  #writable(): Frame {
    const free = this.#frames.find((frame) => frame.isWritable);
    if (free) return free;
    const { width, height } = this.#target;
    const frame = new Frame();
    frame.alloc();
    frame.width = width;
    frame.height = height;
    frame.format = this.#input.opaque ? AV_PIX_FMT_RGB0 : AV_PIX_FMT_RGBA;
    FFmpegError.throwIfError(frame.getBuffer(), 'frame');
    this.#frames.push(frame);
    return frame;
  }

  #fill({ data, linesize }: Frame, pixels: Uint8Array | Uint8ClampedArray): void {
    const [plane, [stride = 0], bytes] = [data?.[0], linesize, this.#target.width * 4];
    if (!plane) throw new Error('frame allocation failed');
    if (stride === bytes) plane.set(pixels);
    else
      for (let y = 0; y < this.#target.height; y += 1)
        plane.set(pixels.subarray(y * bytes, (y + 1) * bytes), y * stride);
  }

  secondOf({ pts }: Frame): number {
    return (this.#input.shown?.at ?? 0) + instantOf(Number(pts), this.frameRate) / 1000;
  }

  close(): void {
    for (const video of this.#feeds) video.close();
    for (const frame of this.#frames) frame.free();
    for (const { width, height } of [this.#target, ...this.#feeds.map(({ surface }) => surface)])
      leave(width * height * 4);
  }
}
