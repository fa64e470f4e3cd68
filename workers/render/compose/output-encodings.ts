import type { Canvas } from '../../../domain/composition/composition.js';
import type { Output } from '../../../domain/composition/format/output.js';
import { COLOR_FLAGS, toRgb } from './picture-codec.js';

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

/** How an output is encoded: the conversion of its pixels, and the options of its encoder. */
interface Encoding {
  readonly filters: ReadonlyArray<string>;
  readonly options: ReadonlyArray<string>;
}

const yuv420 = { filters: ['format=yuv420p'], color: COLOR_FLAGS };

/** The least side that SVT-AV1 1.4 encodes, in px. libaom encodes smaller frames as well. */
const SVT_LEAST_SIDE = 64;

/** Narrower pictures than this, in px, make x265 write beyond its memory where it follows blocks through frames. */
const CUTREE_LEAST_WIDTH = 50;

/** The encoding of an output; undefined if it is not encoded by one command. */
export const encodingOf = (
  output: Output,
  { alpha, sizes }: { readonly alpha: boolean; readonly sizes: { readonly output: Canvas } },
  hasSvtAv1: boolean,
): Encoding | undefined => {
  const { format, quality, codec } = output;
  switch (format) {
    case 'mp4':
      return codec === 'av1'
        ? {
            filters: yuv420.filters,
            options:
              hasSvtAv1 && Math.min(sizes.output.width, sizes.output.height) >= SVT_LEAST_SIDE
                ? [
                    '-c:v',
                    'libsvtav1',
                    '-preset',
                    '8',
                    '-crf',
                    byQuality(quality, 58, 18, 34),
                    ...COLOR_FLAGS,
                    '-f',
                    'mp4',
                  ]
                : [
                    '-c:v',
                    'libaom-av1',
                    '-cpu-used',
                    '6',
                    '-row-mt',
                    '1',
                    '-crf',
                    byQuality(quality, 58, 18, 34),
                    '-b:v',
                    '0',
                    ...COLOR_FLAGS,
                    '-f',
                    'mp4',
                  ],
          }
        : {
            filters: yuv420.filters,
            options: [
              '-c:v',
              'libx265',
              '-preset',
              'fast',
              '-crf',
              byQuality(quality, 44, 14, 25),
              '-x265-params',
              sizes.output.width < CUTREE_LEAST_WIDTH ? 'log-level=none:cutree=0' : 'log-level=none',
              '-tag:v',
              'hvc1',
              ...COLOR_FLAGS,
              '-f',
              'mp4',
            ],
          };
    case 'webm':
      return {
        filters: [`format=${alpha ? 'yuva420p' : 'yuv420p'}`],
        options: [
          '-c:v',
          'libvpx-vp9',
          '-b:v',
          '0',
          '-crf',
          byQuality(quality, 58, 14, 30),
          '-deadline',
          'good',
          '-cpu-used',
          '4',
          '-row-mt',
          '1',
          ...(alpha ? ['-auto-alt-ref', '0'] : []),
          ...COLOR_FLAGS,
          '-f',
          'webm',
        ],
      };
    case 'mov':
      return {
        filters: [
          'scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp',
          `format=${alpha ? 'yuva444p10le' : 'yuv444p10le'}`,
        ],
        options: [
          '-c:v',
          'prores_ks',
          '-profile:v',
          '4444',
          '-vendor',
          'apl0',
          '-alpha_bits',
          alpha ? '16' : '0',
          ...COLOR_FLAGS,
          '-f',
          'mov',
        ],
      };
    case 'webp':
      return {
        filters: [toRgb(alpha), 'format=bgra'],
        options: [
          '-c:v',
          'libwebp_anim',
          '-lossless',
          '0',
          '-quality',
          byQuality(quality, 1, 100, 80),
          '-loop',
          '0',
          '-f',
          'webp',
        ],
      };
    case 'pngSequence':
      return { filters: [toRgb(alpha)], options: ['-c:v', 'png', '-f', 'image2pipe'] };
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
