import type { MediaCommand, MediaInput } from '../../application/ports/media-encoder.js';
import type { Painting } from '../../application/ports/still-painter.js';
import { covers } from '../../domain/composition/geometry.js';
import type { FrameRate } from '../../domain/composition/timeline.js';
import type { Layer, Piece, PictureLayer, RenderPlan, VideoLayer } from './plan.js';
import { sourceInput } from './source-input.js';
import { pictureFilters } from './video-filters.js';

/** The paintings of a plan's artworks, in their order; undefined where nothing is on the canvas. */
export type Paintings = ReadonlyArray<Painting | undefined>;

/** What a piece is written as: H.264 in MP4, or its first frame as PNG. */
export type PictureCodec =
  | { readonly _tag: 'H264'; readonly preset: string; readonly crf: number; readonly threads: number }
  | { readonly _tag: 'Png' };

/** Where a piece is written, and what the names of its page lists begin with. */
export interface PieceTarget {
  readonly output: string;
  readonly listStem: string;
}

/** A list of pages for ffmpeg's concat demuxer, to be written to `path` before the command runs. */
export interface PageList {
  readonly path: string;
  readonly text: string;
}

export interface PieceCommand {
  readonly command: MediaCommand;
  readonly lists: ReadonlyArray<PageList>;
}

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

/** Filters that turn composed frames into full-range RGB. */
const TO_RGB =
  'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24';

/** The command that encodes the picture of a piece. */
export const pieceCommand = (
  plan: RenderPlan,
  piece: Piece,
  paintings: Paintings,
  codec: PictureCodec,
  { output, listStem }: PieceTarget,
): PieceCommand => {
  const frames = piece.span.to - piece.span.from;
  const inputs: MediaInput[] = [];
  const lists: PageList[] = [];
  const chains: string[] = [];
  const open = (input: MediaInput): number => inputs.push(input) - 1;
  const still = (artwork: number, format: string): number =>
    open(stillInput(plan, paintings, artwork, 0, format));

  const pagesInput = (layer: PictureLayer, name: string): number => {
    const [only, second] = layer.shows;
    if (only && !second) return open(stillInput(plan, paintings, layer.artwork, only.page, 'yuva420p'));
    const list = pageList(layer, paintings, plan.rate, `${listStem}.${name}.ffconcat`);
    lists.push(list);
    return open({
      path: list.path,
      options: [
        '-protocol_whitelist',
        'file',
        '-format_whitelist',
        'concat,rawvideo',
        '-f',
        'concat',
        '-safe',
        '0',
      ],
    });
  };
  /** The chain that makes a layer, ending in a label; its frames are numbered as the piece's. */
  const layerChain = (layer: Layer, name: string): string => {
    if (layer._tag === 'Pictures') {
      const timing = layer.shows.length > 1 ? `fps=${ratio(plan.rate)}:round=near:start_time=0,` : '';
      return `[${pagesInput(layer, name)}:v]${timing}${holdFilters(layer.span)}`;
    }
    return videoChain(layer, plan.rate, name, open, (artwork) => still(artwork, 'gray'));
  };

  const layers = visibleLayers(plan, piece, paintings);
  const [first, ...others] = layers;
  const base = first && hidesAllBelow(first, plan, frames, paintings) ? first : undefined;
  chains.push(
    base
      ? `${layerChain(base, 'base')},format=yuv420p[m0]`
      : `[${still(0, 'yuv420p')}:v]${holdFilters({ from: 0, to: frames })}[m0]`,
  );
  const above = base ? others : layers;
  for (const [index, layer] of above.entries()) {
    const rect = layer._tag === 'Video' ? layer.rect : paintings[layer.artwork]?.rect;
    chains.push(`${layerChain(layer, `l${index}`)},format=yuva420p[l${index}]`);
    chains.push(
      `[m${index}][l${index}]overlay=x=${rect?.x ?? 0}:y=${rect?.y ?? 0}:format=yuv420:eof_action=pass:repeatlast=0[m${index + 1}]`,
    );
  }
  const composed = `[m${above.length}]`;
  if (codec._tag === 'Png') chains.push(`${composed}${TO_RGB}[rgb]`);
  return {
    command: {
      inputs,
      filterGraph: chains.join(';'),
      outputOptions:
        codec._tag === 'Png'
          ? ['-map', '[rgb]', '-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1']
          : ['-map', composed, ...pictureCodecOptions(plan, codec, frames)],
      output,
    },
    lists,
  };
};

const ratio = ({ num, den }: FrameRate): string => `${num}/${den}`;

/** Keeps the last frame for ever, cuts to the span, and numbers the frames from its start. */
const holdFilters = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  `tpad=stop=-1:stop_mode=clone,trim=end_frame=${to - from},setpts=N+${from}`;

const stillInput = (
  { rate }: RenderPlan,
  paintings: Paintings,
  artwork: number,
  page: number,
  format: string,
): MediaInput => {
  const painting = paintings[artwork];
  const { width = 0, height = 0 } = painting?.rect ?? {};
  return {
    path: painting?.files[page] ?? '',
    options: [
      '-protocol_whitelist',
      'file',
      '-f',
      'rawvideo',
      '-pixel_format',
      format,
      '-video_size',
      `${width}x${height}`,
      '-framerate',
      ratio(rate),
    ],
  };
};

const pageList = (
  { artwork, shows, span }: PictureLayer,
  paintings: Paintings,
  { num, den }: FrameRate,
  path: string,
): PageList => {
  const painting = paintings[artwork];
  const { width = 0, height = 0 } = painting?.rect ?? {};
  const seconds = (frame: number): number => Math.round((frame * 1e6 * den) / num);
  const entries = shows.map(({ page, span: { from, to } }) => {
    const microseconds = seconds(to - span.from) - seconds(from - span.from);
    return [
      `file '${painting?.files[page] ?? ''}'`,
      'option pixel_format yuva420p',
      `option video_size ${width}x${height}`,
      `option framerate ${num}/${den}`,
      `duration ${microseconds}us`,
    ].join('\n');
  });
  return { path, text: `ffconcat version 1.0\n${entries.join('\n')}\n` };
};

const videoChain = (
  layer: VideoLayer,
  rate: FrameRate,
  name: string,
  open: (input: MediaInput) => number,
  mask: (artwork: number) => number,
): string => {
  const { input, lead } = sourceInput(layer);
  const frames = layer.span.to - layer.span.from;
  const picture = [
    `[${open(input)}:${layer.video.stream}]setpts=PTS-(${lead})/TB`,
    `fps=${ratio(rate)}:round=up:start_time=0`,
    ...pictureFilters(layer),
    'setsar=1',
    `tpad=stop=-1:stop_mode=clone,trim=end_frame=${frames}`,
  ].join(',');
  const number = `setpts=N+${layer.span.from}`;
  if (layer.mask === undefined) return `${picture},${number}`;
  const alpha = `[${mask(layer.mask)}:v]tpad=stop=-1:stop_mode=clone,trim=end_frame=${frames},setpts=N`;
  if (!layer.video.hasAlpha)
    return `${picture},setpts=N[${name}c];${alpha}[${name}a];[${name}c][${name}a]alphamerge,${number}`;
  return [
    `${picture},setpts=N,split[${name}c][${name}d]`,
    `[${name}d]alphaextract[${name}e]`,
    `${alpha}[${name}a]`,
    `[${name}e][${name}a]blend=all_mode=multiply[${name}m]`,
    `[${name}c][${name}m]alphamerge,${number}`,
  ].join(';');
};

/** The layers of a piece that can be seen: those on the canvas that nothing opaque covers for the whole piece. */
const visibleLayers = (plan: RenderPlan, piece: Piece, paintings: Paintings): ReadonlyArray<Layer> => {
  const frames = piece.span.to - piece.span.from;
  const onCanvas = piece.layers.filter((layer) =>
    layer._tag === 'Pictures'
      ? paintings[layer.artwork] !== undefined
      : layer.mask === undefined || paintings[layer.mask] !== undefined,
  );
  const top = onCanvas.findLastIndex((layer) => hidesAllBelow(layer, plan, frames, paintings));
  return onCanvas.slice(Math.max(0, top));
};

const hidesAllBelow = (
  layer: Layer,
  { output }: RenderPlan,
  frames: number,
  paintings: Paintings,
): boolean => {
  if (layer.span.from > 0 || layer.span.to < frames) return false;
  const whole = { x: 0, y: 0, ...output };
  if (layer._tag === 'Video')
    return layer.mask === undefined && !layer.video.hasAlpha && covers(layer.rect, whole);
  const painting = paintings[layer.artwork];
  return painting !== undefined && painting.opaque && covers(painting.rect, whole);
};

/** Every piece is a closed group of pictures with the same headers, so that pieces can be joined by copying. */
const pictureCodecOptions = (
  { rate }: RenderPlan,
  { preset, crf, threads }: Extract<PictureCodec, { _tag: 'H264' }>,
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
