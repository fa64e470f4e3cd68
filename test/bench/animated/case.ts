import type { Studio } from '../../support/renders/render.js';

/** A video that the renderer and its competitors make, each in its own way. */
export interface AnimatedCase {
  readonly name: string;
  readonly seconds: number;
  /** Creates the media that the composition and the competitors read, in the folder of the studio. */
  readonly prepare: (studio: Studio) => Promise<void>;
  readonly metadata: object;
  readonly clips: ReadonlyArray<object>;
  /** Arguments of a hand-written ffmpeg command, run in that folder. */
  readonly ffmpeg: ReadonlyArray<string>;
  /** Arguments of MLT's `melt`, run in that folder; undefined: MLT cannot make it. */
  readonly melt: ReadonlyArray<string> | undefined;
}

/** Encoder arguments of the hand-written commands: the same settings as the renderer's. */
export const ENCODED = (output: string): ReadonlyArray<string> => [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-crf',
  '20',
  '-pix_fmt',
  'yuv420p',
  '-c:a',
  'aac',
  '-b:a',
  '192k',
  '-movflags',
  '+faststart',
  output,
];

/** The same for `melt`. */
export const MELT_ENCODED = (output: string, width: number, height: number): ReadonlyArray<string> => [
  '-consumer',
  `avformat:${output}`,
  'vcodec=libx264',
  'preset=veryfast',
  'crf=20',
  'acodec=aac',
  'ab=192k',
  `width=${width}`,
  `height=${height}`,
  'frame_rate_num=30',
  'frame_rate_den=1',
  'progressive=1',
  'real_time=-2',
];
