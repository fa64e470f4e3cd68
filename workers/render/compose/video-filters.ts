import type { ProbedVideo } from '../ports/media-probe.js';
import {
  boundsOfRotated,
  centreOf,
  partSeen,
  type Rect,
  turnedAbout,
} from '../../../domain/composition/geometry.js';
import type { VideoLayer } from '../plan/layers.js';

const HDR_TRANSFERS = new Set(['smpte2084', 'arib-std-b67']);
const SCALER = 'flags=bicubic+accurate_rnd+full_chroma_int';
const OUTPUT_COLOR = 'out_color_matrix=bt709:out_range=tv';

const isRgb = (pixelFormat: string): boolean => /^(?:rgb|bgr|gbr|argb|abgr|0rgb|0bgr|pal8)/.test(pixelFormat);

/** The matrix a video is coded in; where the file is silent, standard definition is BT.601 and all else BT.709. */
const matrixOf = ({ color, width, height }: ProbedVideo): string => {
  const named: Readonly<Record<string, string>> = {
    bt709: 'bt709',
    smpte170m: 'smpte170m',
    bt470bg: 'bt470',
    fcc: 'fcc',
    smpte240m: 'smpte240m',
    bt2020nc: 'bt2020',
    bt2020c: 'bt2020',
  };
  return named[color.matrix ?? ''] ?? (width <= 1024 && height <= 576 ? 'smpte170m' : 'bt709');
};

const rangeOf = ({ color, pixelFormat }: ProbedVideo): string =>
  color.range === 'pc' || pixelFormat.startsWith('yuvj') ? 'pc' : 'tv';

/** Filters that bring a video of any colour to the output's, stretched to `width` × `height`. */
export const convertTo = (video: ProbedVideo, width: number, height: number): ReadonlyArray<string> => {
  const size = `w=${width}:h=${height}`;
  if (HDR_TRANSFERS.has(video.color.transfer ?? ''))
    return [
      `scale=${size}:flags=bicubic`,
      `zscale=matrixin=${video.color.matrix ?? '2020_ncl'}:transferin=${video.color.transfer}:primariesin=${video.color.primaries ?? '2020'}:rangein=${rangeOf(video) === 'pc' ? 'full' : 'limited'}:transfer=linear:npl=203`,
      'format=gbrpf32le',
      'zscale=primaries=709',
      'tonemap=tonemap=mobius:desat=0',
      'zscale=transfer=709:matrix=709:range=limited',
    ];
  if (isRgb(video.pixelFormat)) return [`scale=${size}:in_range=pc:${OUTPUT_COLOR}:${SCALER}`];
  return [
    `scale=${size}:in_color_matrix=${matrixOf(video)}:in_range=${rangeOf(video)}:${OUTPUT_COLOR}:${SCALER}`,
  ];
};

/** The box after quarter turns, and the filters that make them. */
const quarterTurn = ({
  rotation,
  box,
}: VideoLayer['placement']): { readonly box: Rect; readonly filters: ReadonlyArray<string> } | undefined => {
  if (rotation === 0) return { box, filters: [] };
  if (rotation === 180) return { box, filters: ['hflip', 'vflip'] };
  if (rotation % 90 !== 0 || (box.width - box.height) % 2 !== 0) return undefined;
  const turned = {
    x: box.x + (box.width - box.height) / 2,
    y: box.y + (box.height - box.width) / 2,
    width: box.height,
    height: box.width,
  };
  return { box: turned, filters: [rotation === 90 ? 'transpose=clock' : 'transpose=cclock'] };
};

/** The part of a box that frames are scaled to: all of it, unless it is far larger than what is seen. */
interface Content {
  /** In px of the canvas, before the turn. */
  readonly rect: Rect;
  /** Filters that give it from frames of the source. */
  readonly filters: ReadonlyArray<string>;
  readonly whole: boolean;
}

/** The longest side frames are scaled to. */
const LONGEST_SIDE = 8192;
/** The largest area, in relation to what is seen, that frames are scaled to whole. */
const LARGEST_AREA = 8;
/** What interpolation needs beside the part that is seen, in px of the source. */
const SOURCE_MARGIN = 4;

const contentOf = ({ video, placement: { box, rotation }, rect, isPart }: VideoLayer): Content => {
  const area = box.width * box.height;
  if (
    isPart !== true &&
    Math.max(box.width, box.height) <= LONGEST_SIDE &&
    area <= LARGEST_AREA * Math.max(1e6, rect.width * rect.height)
  )
    return { rect: box, filters: convertTo(video, box.width, box.height), whole: true };
  const seen = partSeen(box, rotation, rect) ?? box;
  const first = enlarged({ width: video.width, height: video.height }, box, seen);
  // Enlarging a few pixels thousands of times goes by two steps, each of a size that fits.
  const tooLarge = Math.max(first.rect.width, first.rect.height) > LONGEST_SIDE;
  if (!tooLarge)
    return {
      rect: first.rect,
      filters: [first.crop, ...convertTo(video, first.rect.width, first.rect.height)],
      whole: false,
    };
  const [width, height] = [first.source.width * 64, first.source.height * 64];
  const second = enlarged({ width, height }, first.rect, seen);
  return {
    rect: second.rect,
    filters: [
      first.crop,
      ...convertTo(video, width, height),
      second.crop,
      `scale=w=${second.rect.width}:h=${second.rect.height}:flags=bilinear`,
    ],
    whole: false,
  };
};

/** Which part of a picture stretched over `box` is needed to see `seen`, on even px, and where that part lies. */
const enlarged = (
  picture: { readonly width: number; readonly height: number },
  box: Rect,
  seen: Rect,
): { readonly crop: string; readonly source: Rect; readonly rect: Rect } => {
  const across = axis(picture.width, box.x, box.width, seen.x, seen.width);
  const down = axis(picture.height, box.y, box.height, seen.y, seen.height);
  return {
    crop: `crop=${across.size}:${down.size}:${across.from}:${down.from}`,
    source: { x: across.from, y: down.from, width: across.size, height: down.size },
    rect: { x: across.at, y: down.at, width: across.length, height: down.length },
  };
};

const axis = (pixels: number, at: number, length: number, seenAt: number, seenLength: number) => {
  const scale = length / pixels;
  const even = Math.floor(pixels / 2) * 2;
  const from = Math.max(0, Math.floor((seenAt - at) / scale / 2) * 2 - SOURCE_MARGIN);
  const to = Math.min(even, Math.ceil((seenAt + seenLength - at) / scale / 2) * 2 + SOURCE_MARGIN);
  const first = Math.min(from, Math.max(0, even - 2));
  const size = Math.max(2, to - first);
  return {
    from: first,
    size,
    at: Math.round(at + first * scale),
    length: Math.max(1, Math.round(size * scale)),
  };
};

/**
 * Filters that turn frames of the source into the layer's rectangle of the canvas, in `yuv420p`, or `yuva420p` if the
 * source has alpha. Where the box ends within the rectangle its edge is repeated: the mask says what of it shows.
 */
export const pictureFilters = (layer: VideoLayer): ReadonlyArray<string> => {
  const { video, placement, rect } = layer;
  const format = video.hasAlpha ? 'yuva420p' : 'yuv420p';
  const content = contentOf(layer);
  const upright =
    content.whole || placement.rotation === 0 ? quarterTurn({ ...placement, box: content.rect }) : undefined;
  if (!upright) return [...turnedFilters(content, layer), `format=${format}`];
  const { box, filters } = upright;
  const fits = box.x === rect.x && box.y === rect.y && box.width === rect.width && box.height === rect.height;
  return fits
    ? [...content.filters, ...filters, `format=${format}`]
    : [
        ...content.filters,
        `format=${video.hasAlpha ? 'yuva444p' : 'yuv444p'}`,
        ...filters,
        ...windowFilters(box, rect),
        `format=${format}`,
      ];
};

/** Cuts a picture lying at `box` to `rect`, and repeats its edge where `rect` reaches past it. */
const windowFilters = (box: Rect, rect: Rect): ReadonlyArray<string> => {
  const left = Math.max(0, box.x - rect.x);
  const top = Math.max(0, box.y - rect.y);
  const right = Math.max(0, rect.x + rect.width - box.x - box.width);
  const bottom = Math.max(0, rect.y + rect.height - box.y - box.height);
  const width = rect.width - left - right;
  const height = rect.height - top - bottom;
  return [
    ...(width !== box.width || height !== box.height
      ? [`crop=${width}:${height}:${Math.max(0, rect.x - box.x)}:${Math.max(0, rect.y - box.y)}:exact=1`]
      : []),
    ...(left + top + right + bottom > 0
      ? [
          `pad=${rect.width}:${rect.height}:${left}:${top}`,
          `fillborders=left=${left}:right=${right}:top=${top}:bottom=${bottom}:mode=smear`,
        ]
      : []),
  ];
};

/** How many px the edge of a turned video is repeated, so that interpolation there finds its own colour. */
const MARGIN = 2;

const turnedFilters = (
  { rect: part, filters }: Content,
  { video, placement: { box, rotation }, rect }: VideoLayer,
): ReadonlyArray<string> => {
  const bounds = boundsOfRotated(part, rotation, centreOf(part));
  // Sides of the same parity as the part's keep its centre where it is.
  const width = bounds.width + 4 + ((bounds.width - part.width) & 1);
  const height = bounds.height + 4 + ((bounds.height - part.height) & 1);
  const centre = turnedAbout(centreOf(part), centreOf(box), rotation);
  const turned = { x: Math.round(centre.x - width / 2), y: Math.round(centre.y - height / 2), width, height };
  const padded = { width: part.width + MARGIN * 2, height: part.height + MARGIN * 2 };
  return [
    ...filters,
    `format=${video.hasAlpha ? 'yuva444p' : 'yuv444p'}`,
    `pad=${padded.width}:${padded.height}:${MARGIN}:${MARGIN}`,
    `fillborders=left=${MARGIN}:right=${MARGIN}:top=${MARGIN}:bottom=${MARGIN}:mode=smear`,
    `rotate=${rotation}*PI/180:ow=${width}:oh=${height}:c=black@0`,
    ...windowFilters(turned, rect),
  ];
};
