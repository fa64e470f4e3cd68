import type { Canvas } from '../../../domain/composition/composition.js';
import type { FrameRate } from '../../../domain/composition/timeline.js';
import type { StillFormat } from '../../../domain/render/still-format.js';
import type { ComposeEncoding } from '../ports/media-engine.js';
import type { H264Settings } from './h264-qualities.js';
import type { MatchingSettings } from '../h264/matching-settings.js';
import { HARDWARE_H264, hardwareOptions } from './hardware-encoders.js';

/** One frame as a picture, scaled to `size` if given. PNG is lossless. */
export interface StillCodec {
  readonly _tag: 'Still';
  readonly format: StillFormat;
  readonly size?: Canvas;
  readonly alpha: boolean;
  /**
   * Whether it is looked at once: a PNG is compressed with little effort, which takes less than half of the time, and
   * the file does not state the colours of a source.
   */
  readonly isPreview?: true;
}

/**
 * H.264.
 * @property repeated every frame is shown for long; every other one is a key frame, and the next a change of it
 */
export interface H264Codec extends H264Settings {
  readonly _tag: 'H264';
  readonly threads: number;
  readonly repeated?: true;
  /** The parameter sets to write, so that frames can be joined with those of a source. */
  readonly matching?: MatchingSettings;
}

/** The encoding of composed frames: H.264 in MP4, the first frame as a still, or lossless for another pass. */
export type PictureCodec = H264Codec | StillCodec | { readonly _tag: 'Lossless'; readonly alpha: boolean };

/** Options that flag a stream as BT.709, limited range. */
export const BT709 = {
  color_primaries: 'bt709',
  color_trc: 'bt709',
  colorspace: 'bt709',
  color_range: 'tv',
};

/**
 * Filters that turn composed frames into full-range RGB, with their alpha if they have some, scaled in the same pass.
 * @param layout of the pixels, if not the usual one
 */
export const toRgb = (alpha: boolean, size?: Canvas, layout = alpha ? 'rgba' : 'rgb24'): string => {
  const [scaled, kernel] = size ? [`w=${size.width}:h=${size.height}:`, 'lanczos'] : ['', 'bicubic'];
  return `scale=${scaled}in_color_matrix=bt709:in_range=tv:out_range=pc:flags=${kernel}+accurate_rnd+full_chroma_int+full_chroma_inp,format=${layout}`;
};

/** Filters that turn composed frames into JFIF: full-range YCbCr of BT.601, its chroma as coarse as that of the frames. */
const toJfif = (size?: Canvas): string => {
  const scaled = size ? `w=${size.width}:h=${size.height}:` : '';
  return `scale=${scaled}in_color_matrix=bt709:in_range=tv:out_color_matrix=bt601:out_range=pc:flags=bicubic+accurate_rnd,format=yuvj420p`;
};

/** Filters that turn composed frames into the pixels of a still, in the layout that its encoder takes. */
export const stillFilters = ({ format, size, alpha, isPreview }: StillCodec): string => {
  const pixels =
    format === 'jpeg' ? toJfif(size) : toRgb(alpha, size, format === 'webp' ? 'bgra' : undefined);
  return `${pixels}${isPreview ? UNTAGGED : ''}`;
};

/** Removes the primaries and the transfer function of a source, which ffmpeg would write into a PNG. */
const UNTAGGED = ',setparams=color_primaries=unknown:color_trc=unknown';

/** Units of an encoder's quality in one of ffmpeg's `-q` (`FF_QP2LAMBDA`). */
export const QUALITY_UNITS = 118;

type StillEncoding = Pick<ComposeEncoding, 'encoder' | 'encoderOptions'>;

const STILL_ENCODINGS: Readonly<Record<StillFormat, StillEncoding>> = {
  png: { encoder: 'png', encoderOptions: {} },
  webp: { encoder: 'libwebp', encoderOptions: { quality: '90', compression_level: '2' } },
  jpeg: {
    encoder: 'mjpeg',
    // The usual Huffman tables: one pass instead of two, with 4 % more bytes.
    encoderOptions: { flags: '+qscale', global_quality: String(2 * QUALITY_UNITS), huffman: 'default' },
  },
};

/** Differences to the row above: two thirds of the size and of the time for photographs. */
const QUICK_PNG = { compression_level: '1', pred: 'up' };

/** The filters between composed frames and their encoder, joined; empty if there are none. */
export const outputFilters = (codec: PictureCodec): string =>
  codec._tag === 'Still' ? stillFilters(codec) : '';

/** The encoding of pictures that are each shown for long. */
export const repeatedCodec = (codec: H264Codec): H264Codec => ({ ...codec, repeated: true, threads: 1 });

export const BIT_EXACT = { fflags: '+bitexact' };

export const encodedAs = (codec: PictureCodec, rate: FrameRate): ComposeEncoding => {
  switch (codec._tag) {
    case 'H264':
      return asPiece(codec, rate);
    case 'Still': {
      const { encoder, encoderOptions } = STILL_ENCODINGS[codec.format];
      return {
        encoder,
        encoderOptions: codec.isPreview && codec.format === 'png' ? QUICK_PNG : encoderOptions,
        format: 'image2',
        formatOptions: { ...BIT_EXACT, update: '1' },
      };
    }
    case 'Lossless':
      return { ...(codec.alpha ? LOSSLESS_WITH_ALPHA : LOSSLESS), format: 'nut', formatOptions: {} };
  }
};

const LOSSLESS = { encoder: 'libx264', encoderOptions: { preset: 'ultrafast', qp: '0' } };
/** libx264 has no alpha. */
const LOSSLESS_WITH_ALPHA = { encoder: 'ffv1', encoderOptions: { level: '3' }, pixelFormat: 'yuva420p' };

/** The most frames from a key frame to the next. */
export const keyFrameDistance = ({ num, den }: FrameRate): number => Math.max(1, Math.round((num / den) * 2));

/** How much finer a frame is encoded that is shown again and again: about as much as macroblock-tree does it. */
const FINER_WHERE_REPEATED = 5;

/**
 * One quality for all frames, without looking ahead, as there is nothing ahead but repetitions: half of the processor
 * time and most of the memory. The headers stay those of other pieces.
 */
const CONSTANT_QUALITY = 'mbtree=0:rc-lookahead=0:qcomp=1:b-adapt=0:scenecut=0';

/** Every piece is a closed group of pictures with the same headers, so that pieces can be joined by copying. */
const asPiece = (codec: H264Codec, rate: FrameRate): ComposeEncoding => {
  const { hardware, crf, repeated } = codec;
  const file = { format: 'mp4', formatOptions: BIT_EXACT };
  if (hardware !== undefined)
    return {
      encoder: HARDWARE_H264[hardware].encoder,
      encoderOptions: {
        ...hardwareOptions(hardware, crf),
        g: String(keyFrameDistance(rate)),
        ...BT709,
      },
      ...file,
    };
  return {
    encoder: 'libx264',
    encoderOptions: { ...softwareOptions(codec, rate), ...BT709 },
    pixelFormat: 'yuv420p',
    // Every other frame is a key frame.
    ...(repeated ? { keyFrameEvery: 2 } : {}),
    ...file,
  };
};

/** No frames are buffered for a thread of its own: the encoding thread looks as far ahead, so the bytes are the same. */
const NO_BUFFER = 'sync-lookahead=0';

const softwareOptions = (
  { preset, crf, parameters, threads, repeated, matching }: H264Codec,
  rate: FrameRate,
): Readonly<Record<string, string>> => {
  const wanted = repeated ? Math.max(1, crf - FINER_WHERE_REPEATED) : crf;
  return {
    profile: 'high',
    preset,
    crf: String(matching ? matching.initialQp : wanted),
    threads: String(threads),
    g: String(keyFrameDistance(rate)),
    ...(repeated ? { 'forced-idr': '1' } : {}),
    'x264-params': [
      matching ? 'open-gop=0' : 'open-gop=0:stitchable=1',
      // One thread encodes and looks ahead anyway.
      ...(threads > 1 ? [NO_BUFFER] : []),
      ...(parameters === '' ? [] : [parameters]),
      ...(repeated ? [CONSTANT_QUALITY] : []),
      ...(matching ? [matching.parameters, likeCrf(wanted, matching.initialQp)] : []),
    ].join(':'),
  };
};

/** More frames than a piece has. */
const ALL_FRAMES = 1_000_000_000;

/**
 * The parameter with which x264 encodes at one rate factor, while its headers state another: it divides the quantiser
 * of all frames by a factor.
 */
const likeCrf = (wanted: number, stated: number): string =>
  `zones=0,${ALL_FRAMES},b=${(2 ** ((stated - wanted) / 6)).toFixed(6)}`;
