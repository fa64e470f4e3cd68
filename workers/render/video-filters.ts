import type { ProbedVideo } from '../../application/ports/media-probe.js';
import { boundsOfRotated, type Rect } from '../../domain/composition/geometry.js';
import type { VideoLayer } from './plan.js';

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
const convert = (video: ProbedVideo, width: number, height: number): ReadonlyArray<string> => {
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

/**
 * Filters that turn frames of the source into the layer's rectangle of the canvas, in `yuv420p`, or `yuva420p` if the
 * source has alpha. Where the box ends within the rectangle its edge is repeated: the mask says what of it shows.
 */
export const pictureFilters = ({ video, placement, rect }: VideoLayer): ReadonlyArray<string> => {
  const format = video.hasAlpha ? 'yuva420p' : 'yuv420p';
  const upright = quarterTurn(placement);
  if (!upright) return [...turnedFilters(video, placement, rect), `format=${format}`];
  const { box, filters } = upright;
  const fits = box.x === rect.x && box.y === rect.y && box.width === rect.width && box.height === rect.height;
  const size = placement.box;
  return fits
    ? [...convert(video, size.width, size.height), ...filters, `format=${format}`]
    : [
        ...convert(video, size.width, size.height),
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
  video: ProbedVideo,
  { box, rotation }: VideoLayer['placement'],
  rect: Rect,
): ReadonlyArray<string> => {
  const bounds = boundsOfRotated(box, rotation);
  // The turned picture keeps its centre only in a frame whose sides differ from the box's by whole pixels on each side.
  const width = bounds.width + 4 + ((bounds.width - box.width) & 1);
  const height = bounds.height + 4 + ((bounds.height - box.height) & 1);
  const turned = {
    x: box.x + (box.width - width) / 2,
    y: box.y + (box.height - height) / 2,
    width,
    height,
  };
  const padded = { width: box.width + MARGIN * 2, height: box.height + MARGIN * 2 };
  return [
    ...convert(video, box.width, box.height),
    `format=${video.hasAlpha ? 'yuva444p' : 'yuv444p'}`,
    `pad=${padded.width}:${padded.height}:${MARGIN}:${MARGIN}`,
    `fillborders=left=${MARGIN}:right=${MARGIN}:top=${MARGIN}:bottom=${MARGIN}:mode=smear`,
    `rotate=${rotation}*PI/180:ow=${width}:oh=${height}:c=black@0`,
    ...windowFilters(turned, rect),
  ];
};
