import type { Canvas } from '../../../domain/composition/composition.js';
import type { Output } from '../../../domain/composition/format/output.js';
import type { FrameRate } from '../../../domain/composition/timeline.js';
import type { MediaCommand, MediaInput } from '../ports/media-encoder.js';
import type { ComposeRequest } from '../ports/media-engine.js';
import { nutInput, ratio } from './inputs.js';
import { byQuality, encodingOf } from './output-encodings.js';
import { outputSize, sizeFilters } from './output-size.js';
import { encodedAs, outputFilters, type PictureCodec, toRgb } from './picture-codec.js';

// Commands that turn composed frames, kept without loss, into the picture of an output.

/** The sizes of composed frames and of the output that is made from them. */
export interface FrameSizes {
  /** The canvas at the scale of the output. */
  readonly canvas: Canvas;
  /** The frames: the canvas with even sides. */
  readonly frame: Canvas;
  /** The output's picture. */
  readonly output: Canvas;
}

/** Composed frames: a list of files for the concat demuxer. */
export interface ComposedFrames {
  readonly list: string;
  readonly sizes: FrameSizes;
  readonly rate: FrameRate;
  readonly frames: number;
  readonly alpha: boolean;
}

export const listInput = (list: string): MediaInput => ({
  _tag: 'Intermediate',
  path: list,
  options: ['-protocol_whitelist', 'file', '-f', 'concat', '-safe', '0'],
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

/** The command that encodes all frames of an output without its sound. */
export const pictureCommand = (
  output: Output,
  frames: ComposedFrames,
  hasSvtAv1: boolean,
  path: string,
): MediaCommand => {
  const encoding = encodingOf(output, frames, hasSvtAv1);
  if (!encoding) throw new RangeError(`${output.format} is not encoded by one command`);
  return {
    inputs: [listInput(frames.list)],
    filterGraph: `[0:v]${[framesOf(frames), ...sized(output, frames), ...encoding.filters].join(',')}[v]`,
    outputOptions: [
      '-map',
      '[v]',
      '-an',
      '-frames:v',
      String(frames.frames),
      '-fps_mode',
      'passthrough',
      ...encoding.options.slice(0, -2),
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      ...encoding.options.slice(-2),
    ],
    output: path,
  };
};

/** The command that finds the 256 best colours of some frames, which count from the first of the list. */
export const paletteCommand = (
  output: Output,
  frames: ComposedFrames,
  span: { readonly from: number; readonly to: number },
  path: string,
): MediaCommand => ({
  inputs: [listInput(frames.list)],
  filterGraph: `[0:v]${[framesOf(frames), `trim=start_frame=${span.from}:end_frame=${span.to}`, ...sized(output, frames), toRgb(frames.alpha), `palettegen=stats_mode=full:reserve_transparent=${frames.alpha ? 1 : 0}`].join(',')}[p]`,
  outputOptions: ['-map', '[p]', '-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1'],
  output: path,
});

/** The command that encodes a GIF. @param palettes a list of palettes, each shown as long as its scene */
export const gifCommand = (
  output: Output,
  frames: ComposedFrames,
  palettes: string,
  path: string,
): MediaCommand => ({
  inputs: [listInput(frames.list), listInput(palettes)],
  filterGraph: [
    `[0:v]${[framesOf(frames), ...sized(output, frames), toRgb(frames.alpha)].join(',')}[v]`,
    // The last palette has the length of a frame at 25 frames per second, which is none at fewer than 12.5 if rounded.
    `[1:v]fps=${ratio(frames.rate)}:round=near:start_time=0:eof_action=pass[p]`,
    '[v][p]paletteuse=new=1:dither=sierra2_4a:diff_mode=rectangle[g]',
  ].join(';'),
  outputOptions: [
    '-map',
    '[g]',
    '-frames:v',
    String(frames.frames),
    '-fps_mode',
    'passthrough',
    '-loop',
    '0',
    '-f',
    'gif',
  ],
  output: path,
});

/** The command that turns one composed frame, a PNG, into a still. */
export const stillCommand = (
  output: Output,
  sizes: FrameSizes,
  source: string,
  path: string,
): MediaCommand => {
  const scaling = sized(output, { sizes });
  const { format, quality } = output;
  const [filters, options] =
    format === 'jpg'
      ? [
          [
            'scale=out_color_matrix=bt601:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp',
            'format=yuvj420p',
          ],
          ['-c:v', 'mjpeg', '-q:v', byQuality(quality, 31, 1, 2), '-f', 'image2', '-update', '1'],
        ]
      : format === 'webp'
        ? [['format=bgra'], ['-c:v', 'libwebp', '-quality', byQuality(quality, 1, 100, 85), '-f', 'webp']]
        : [[], ['-c:v', 'png', '-f', 'image2', '-update', '1']];
  return {
    inputs: [
      { _tag: 'Intermediate', path: source, options: ['-protocol_whitelist', 'file', '-f', 'png_pipe'] },
    ],
    filterGraph: `[0:v]${[...scaling, ...filters, 'null'].join(',')}[v]`,
    outputOptions: ['-map', '[v]', '-frames:v', '1', ...options],
    output: path,
  };
};
