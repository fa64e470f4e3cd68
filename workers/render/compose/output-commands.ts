import type { Canvas } from '../../../domain/composition/composition.js';
import type { Output } from '../../../domain/composition/fields/output.js';
import type { FrameRate } from '../../../domain/composition/timeline.js';
import type { ComposeInput, ComposeRequest } from '../ports/media-engine.js';
import { nutInput, ratio } from './inputs.js';
import { byQuality, encodingOf, type OutputEncoding } from './output-encodings.js';
import { outputSize, sizeFilters } from './output-size.js';
import {
  BIT_EXACT,
  encodedAs,
  outputFilters,
  type PictureCodec,
  QUALITY_UNITS,
  toRgb,
} from './picture-codec.js';

// Requests that turn composed frames, kept without loss, into the picture of an output.

/** The sizes of composed frames and of the output that is made from them. */
export interface FrameSizes {
  /** The canvas at the scale of the output. */
  readonly canvas: Canvas;
  /** The frames: the canvas with even sides. */
  readonly frame: Canvas;
  /** The output's picture. */
  readonly output: Canvas;
}

/** A list of files for the concat demuxer. */
export interface FileList {
  readonly path: string;
  readonly files: ReadonlyArray<string>;
}

export interface ComposedFrames {
  readonly list: FileList;
  readonly sizes: FrameSizes;
  readonly rate: FrameRate;
  readonly frames: number;
  readonly alpha: boolean;
}

const listInput = ({ path, files }: FileList): ComposeInput => ({
  _tag: 'Intermediate',
  path,
  format: 'concat',
  options: { safe: '0' },
  files,
});

const framesOf = ({ rate }: Pick<ComposedFrames, 'rate'>): string => `settb=1/(${ratio(rate)}),setpts=N`;

/** Formats with colour at half the resolution need even sides. */
export const needsEven = ({ format }: Pick<Output, 'format'>): boolean =>
  !['gif', 'png', 'jpg', 'pngSequence'].includes(format);

/** The size of an output's picture. @param canvas that of the composition, with even sides */
export const pictureSize = (output: Output, canvas: Canvas): Canvas =>
  outputSize(canvas, output.size, needsEven(output));

export const isSameSize = (a: Canvas, b: Canvas): boolean => a.width === b.width && a.height === b.height;

const sized = (output: Output, { sizes }: Pick<ComposedFrames, 'sizes'>): ReadonlyArray<string> => {
  const { canvas, frame, output: size } = sizes;
  if (isSameSize(frame, size)) return [];
  if (isSameSize(canvas, size)) return [`crop=${size.width}:${size.height}:0:0:exact=1`];
  return sizeFilters(frame, size, output.size?.fit ?? 'contain', needsEven(output));
};

/**
 * Filters that make the RGB frames of an output. Frames with colour at half the resolution can't be padded or cropped to
 * odd sides, so they become RGB first.
 */
const sizedRgb = (output: Output, frames: Pick<ComposedFrames, 'sizes' | 'alpha'>): string =>
  [toRgb(frames.alpha), ...sized(output, frames), `format=${frames.alpha ? 'rgba' : 'rgb24'}`].join(',');

/** A request to encode a piece, which was composed without loss, as H.264. */
export const h264PieceRequest = (
  output: Output,
  frames: Pick<ComposedFrames, 'sizes' | 'rate' | 'frames'>,
  piece: string,
  codec: PictureCodec,
  path: string,
): ComposeRequest => ({
  inputs: [nutInput(piece)],
  graph: `[0:v]${[framesOf(frames), ...sized(output, frames), outputFilters(codec) || 'format=yuv420p'].join(',')}[v]`,
  outputs: [{ label: '[v]', frames: frames.frames, ...encodedAs(codec, frames.rate), path }],
});

/** A request to encode all frames of an output without its sound. */
export const pictureRequest = (output: Output, frames: ComposedFrames, path: string): ComposeRequest => {
  const encoded = encodingOf(output, frames);
  if (!encoded) throw new RangeError(`${output.format} is not encoded by one request`);
  const { filters, encoding } = encoded;
  const made = needsEven(output) ? sized(output, frames) : [sizedRgb(output, frames)];
  return {
    inputs: [listInput(frames.list)],
    graph: `[0:v]${[framesOf(frames), ...made, ...filters].join(',')}[v]`,
    outputs: [{ label: '[v]', frames: frames.frames, ...encoding, path }],
  };
};

const PNG_FILE = {
  encoder: 'png',
  encoderOptions: {},
  format: 'image2',
  formatOptions: { ...BIT_EXACT, update: '1' },
};

/** A request for the 256 best colours of some frames, which count from the first of the list. */
export const paletteRequest = (
  output: Output,
  frames: ComposedFrames,
  span: { readonly from: number; readonly to: number },
  path: string,
): ComposeRequest => ({
  inputs: [listInput(frames.list)],
  graph: `[0:v]${[framesOf(frames), `trim=start_frame=${span.from}:end_frame=${span.to}`, sizedRgb(output, frames), `palettegen=stats_mode=full:reserve_transparent=${frames.alpha ? 1 : 0}`].join(',')}[p]`,
  outputs: [{ label: '[p]', frames: 1, ...PNG_FILE, path }],
});

/** A request to encode a GIF. @param palettes a list of palettes, each shown as long as its scene */
export const gifRequest = (
  output: Output,
  frames: ComposedFrames,
  palettes: FileList,
  path: string,
): ComposeRequest => ({
  inputs: [listInput(frames.list), listInput(palettes)],
  graph: [
    `[0:v]${framesOf(frames)},${sizedRgb(output, frames)}[v]`,
    // The last palette lasts 1/25 s. At fewer than 12.5 frames per second, this would be rounded to no frame.
    `[1:v]fps=${ratio(frames.rate)}:round=near:start_time=0:eof_action=pass[p]`,
    '[v][p]paletteuse=new=1:dither=sierra2_4a:diff_mode=rectangle[g]',
  ].join(';'),
  outputs: [
    {
      label: '[g]',
      frames: frames.frames,
      encoder: 'gif',
      encoderOptions: {},
      format: 'gif',
      formatOptions: { loop: output.loop === false ? '-1' : '0' },
      path,
    },
  ],
});

const stillEncoding = ({ format, quality }: Output): OutputEncoding => {
  if (format === 'jpg')
    return {
      filters: [
        'scale=out_color_matrix=bt601:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp',
        'format=yuvj420p',
      ],
      encoding: {
        encoder: 'mjpeg',
        encoderOptions: {
          flags: '+qscale',
          global_quality: String(Number(byQuality(quality, 31, 1, 2)) * QUALITY_UNITS),
        },
        format: 'image2',
        formatOptions: { ...BIT_EXACT, update: '1' },
      },
    };
  if (format !== 'webp') return { filters: [], encoding: PNG_FILE };
  return {
    filters: ['format=bgra'],
    encoding: {
      encoder: 'libwebp',
      encoderOptions: { quality: byQuality(quality, 1, 100, 85) },
      format: 'webp',
      formatOptions: BIT_EXACT,
    },
  };
};

/** A request to turn one composed frame, a PNG, into a still. */
export const stillRequest = (
  output: Output,
  sizes: FrameSizes,
  source: string,
  path: string,
): ComposeRequest => {
  const { filters, encoding } = stillEncoding(output);
  return {
    inputs: [{ _tag: 'Intermediate', path: source, format: 'png_pipe' }],
    graph: `[0:v]${[...sized(output, { sizes }), ...filters, 'null'].join(',')}[v]`,
    outputs: [{ label: '[v]', frames: 1, ...encoding, path }],
  };
};
