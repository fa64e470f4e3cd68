import { BT709 } from '../../hostile/corpus/make-media.js';

/** A project whose media are in the folder. */
export interface BenchProject {
  readonly metadata: object;
  readonly clips: ReadonlyArray<object>;
}

/** A project, and another way to make the same picture. */
export interface RenderCase {
  readonly project: BenchProject;
  /** The same project with one thing changed. */
  readonly changed?: BenchProject;
  /** Arguments of ffmpeg as someone would first write them, run in the folder. */
  readonly naive: ReadonlyArray<string>;
}

export const FPS = 30;
export const [WIDTH, HEIGHT] = [1920, 1080];
export const SIZE = `${WIDTH}x${HEIGHT}`;
export const FULL = { width: WIDTH, height: HEIGHT };

/** How sources are encoded. */
export const SOURCE = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', ...BT709];

/** How the others encode: what the renderer is compared with. */
export const ENCODED = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p'];

export const metadataOf = (seconds: number, canvas: object = FULL) => ({
  duration: Math.round(seconds * 1000),
  fps: FPS,
  canvas,
});

export const between = (from: number, to: number) => ({
  start: Math.round(from * 1000),
  end: Math.round(to * 1000),
});

/** The filter that shows an overlay between two instants, s. */
export const shownBetween = (from: number, to: number): string =>
  `enable='gte(t,${from.toFixed(4)})*lt(t,${to.toFixed(4)})'`;
