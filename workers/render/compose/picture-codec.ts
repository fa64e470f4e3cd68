import type { Canvas } from '../../../domain/composition/composition.js';
import { type FrameRate } from '../../../domain/composition/timeline.js';
import type { StillFormat } from '../../../domain/render/still-format.js';

/** One frame as a picture, scaled to `size` if given. PNG is lossless. */
export interface StillCodec {
  readonly _tag: 'Still';
  readonly format: StillFormat;
  readonly size?: Canvas;
  readonly alpha: boolean;
}

/** The encoding of composed frames: H.264 in MP4, the first frame as a still, or lossless for another pass. */
export type PictureCodec =
  | { readonly _tag: 'H264'; readonly preset: string; readonly crf: number; readonly threads: number }
  | StillCodec
  | { readonly _tag: 'Lossless'; readonly alpha: boolean };

/** Options that flag a stream as BT.709, limited range. */
export const COLOR_FLAGS: ReadonlyArray<string> = [
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-colorspace',
  'bt709',
  '-color_range',
  'tv',
];

/** Filters that turn composed frames into full-range RGB, with their alpha if they have some. */
export const toRgb = (alpha: boolean): string =>
  `scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp,format=${alpha ? 'rgba' : 'rgb24'}`;

/** JPEG is full-range YCbCr of BT.601 (JFIF). */
const STILL_PIXELS: Readonly<Record<StillFormat, string>> = {
  png: '',
  webp: ',format=bgra',
  jpeg: ',scale=out_color_matrix=bt601:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int,format=yuvj444p',
};

/** Filters that turn composed frames into the pixels of a still. */
export const stillFilters = ({ format, size, alpha }: StillCodec): string => {
  const scaled = size ? `,scale=${size.width}:${size.height}:flags=lanczos+accurate_rnd` : '';
  return `${toRgb(alpha)}${scaled}${STILL_PIXELS[format]}`;
};

const STILL_OPTIONS: Readonly<Record<StillFormat, ReadonlyArray<string>>> = {
  png: ['-c:v', 'png'],
  webp: ['-c:v', 'libwebp', '-quality', '90'],
  jpeg: ['-c:v', 'mjpeg', '-q:v', '2'],
};

/** The output options of a codec. */
export const codecOptions = (codec: PictureCodec, rate: FrameRate, frames: number): ReadonlyArray<string> => {
  switch (codec._tag) {
    case 'H264':
      return pieceOptions(codec, rate, frames);
    case 'Still':
      return [
        '-frames:v',
        '1',
        ...STILL_OPTIONS[codec.format],
        '-fflags',
        '+bitexact',
        '-f',
        'image2',
        '-update',
        '1',
      ];
    case 'Lossless':
      return ['-frames:v', String(frames), ...losslessOptions(codec.alpha), '-f', 'nut'];
  }
};

/** libx264 has no alpha. */
const losslessOptions = (alpha: boolean): ReadonlyArray<string> =>
  alpha
    ? ['-c:v', 'ffv1', '-level', '3', '-pix_fmt', 'yuva420p']
    : ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0'];

/** Every piece is a closed group of pictures with the same headers, so that pieces can be joined by copying. */
const pieceOptions = (
  { preset, crf, threads }: Extract<PictureCodec, { _tag: 'H264' }>,
  rate: FrameRate,
  frames: number,
): ReadonlyArray<string> => [
  '-frames:v',
  String(frames),
  '-an',
  '-c:v',
  'libx264',
  '-profile:v',
  'high',
  '-pix_fmt',
  'yuv420p',
  '-preset',
  preset,
  '-crf',
  String(crf),
  '-threads',
  String(threads),
  '-g',
  String(Math.max(1, Math.round((rate.num / rate.den) * 2))),
  '-x264-params',
  'open-gop=0:stitchable=1',
  ...COLOR_FLAGS,
  '-fflags',
  '+bitexact',
  '-f',
  'mp4',
];
