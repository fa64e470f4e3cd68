import type { Canvas } from '../../../domain/composition/composition.js';
import type { Output } from '../../../domain/composition/fields/output.js';
import type { ComposeEncoding } from '../ports/media-engine.js';
import { LIBAOM } from './ffmpeg-command.js';
import { BIT_EXACT, BT709, toRgb } from './picture-codec.js';

/** A value between that of the lowest quality and that of the highest. */
export const byQuality = (
  quality: number | undefined,
  lowest: number,
  highest: number,
  usual: number,
): string =>
  String(quality === undefined ? usual : Math.round(lowest + ((highest - lowest) * (quality - 1)) / 99));

/** The constant rate factor of an H.264 output. @param usual that of outputs without a quality */
export const h264Crf = ({ quality }: Pick<Output, 'quality'>, usual: number): number =>
  Number(byQuality(quality, 42, 12, usual));

/** How an output is encoded: the conversion of its pixels, and its encoder. */
export interface OutputEncoding {
  readonly filters: ReadonlyArray<string>;
  readonly encoding: ComposeEncoding;
}

/** The least side that SVT-AV1 encodes, in px: it opens for smaller frames, and stands still. libaom encodes these. */
const SVT_LEAST_SIDE = 64;

/** Narrower pictures than this, in px, make x265 write beyond its memory where it follows blocks through frames. */
const CUTREE_LEAST_WIDTH = 50;

/** Encoders of whole outputs use all processors. */
const ALL_THREADS = { threads: 'auto' };

const video = (
  format: string,
  encoder: string,
  options: Readonly<Record<string, string>>,
  filters: ReadonlyArray<string> = ['format=yuv420p'],
): OutputEncoding => ({
  filters,
  encoding: {
    encoder,
    encoderOptions: { ...options, ...ALL_THREADS, ...BT709 },
    format,
    formatOptions: BIT_EXACT,
  },
});

const av1 = ({ width, height }: Canvas, crf: string): OutputEncoding =>
  Math.min(width, height) >= SVT_LEAST_SIDE
    ? video('mp4', 'libsvtav1', { preset: '8', crf })
    : video('mp4', LIBAOM, { 'cpu-used': '6', 'row-mt': '1', crf, b: '0' });

const vp9 = (alpha: boolean, crf: string): OutputEncoding =>
  video(
    'webm',
    'libvpx-vp9',
    {
      b: '0',
      crf,
      deadline: 'good',
      'cpu-used': '4',
      'row-mt': '1',
      ...(alpha ? { 'auto-alt-ref': '0' } : {}),
    },
    [`format=${alpha ? 'yuva420p' : 'yuv420p'}`],
  );

/** The encoding of an output; undefined if it is not encoded by one command. */
export const encodingOf = (
  output: Output,
  { alpha, sizes }: { readonly alpha: boolean; readonly sizes: { readonly output: Canvas } },
): OutputEncoding | undefined => {
  const { format, quality, codec, loop } = output;
  switch (format) {
    case 'mp4':
      return codec === 'av1'
        ? av1(sizes.output, byQuality(quality, 58, 18, 34))
        : video('mp4', 'libx265', {
            preset: 'fast',
            crf: byQuality(quality, 44, 14, 25),
            'x265-params':
              sizes.output.width < CUTREE_LEAST_WIDTH ? 'log-level=none:cutree=0' : 'log-level=none',
          });
    case 'webm':
      return vp9(alpha, byQuality(quality, 58, 14, 30));
    case 'mov':
      return video('mov', 'prores_ks', { profile: '4444', vendor: 'apl0', alpha_bits: alpha ? '16' : '0' }, [
        'scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp',
        `format=${alpha ? 'yuva444p10le' : 'yuv444p10le'}`,
      ]);
    case 'webp':
      return {
        filters: [toRgb(alpha), 'format=bgra'],
        encoding: {
          encoder: 'libwebp_anim',
          encoderOptions: { lossless: '0', quality: byQuality(quality, 1, 100, 80) },
          format: 'webp',
          formatOptions: { ...BIT_EXACT, loop: loop === false ? '1' : '0' },
        },
      };
    case 'pngSequence':
      return {
        filters: [],
        encoding: {
          encoder: 'png',
          encoderOptions: ALL_THREADS,
          format: 'image2',
          formatOptions: BIT_EXACT,
        },
      };
    case 'gif':
    case 'png':
    case 'jpg':
    case 'mp3':
    case 'wav':
    case 'm4a':
    case 'hls':
      return undefined;
  }
};
