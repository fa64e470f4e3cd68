import type { Canvas } from '../../../domain/composition/composition.js';
import type { ProbedVideo } from '../ports/media-probe.js';

const HDR_TRANSFERS = new Set(['smpte2084', 'arib-std-b67']);
/** Whether a video has more brightness than the standard range, by its transfer function. */
export const isHdr = ({ color }: Pick<ProbedVideo, 'color'>): boolean =>
  HDR_TRANSFERS.has(color.transfer ?? '');

const SCALER = 'flags=bicubic+accurate_rnd+full_chroma_int';
const OUTPUT_COLOR = 'out_color_matrix=bt709:out_range=tv';

const isRgb = (pixelFormat: string): boolean => /^(?:rgb|bgr|gbr|argb|abgr|0rgb|0bgr|pal8)/.test(pixelFormat);

/**
 * The colour matrix of a video that does not state it: standard definition, as encoded, is BT.601 and everything else
 * BT.709.
 */
export const assumedMatrix = ({ width, height, rotation = 0 }: Canvas & { rotation?: number }) => {
  const [across, down] = rotation % 180 === 0 ? [width, height] : [height, width];
  return across <= 1024 && down <= 576 ? 'smpte170m' : 'bt709';
};

/** The colour matrix of a video, stated or assumed. */
const matrixOf = (video: ProbedVideo): string => {
  const named: Readonly<Record<string, string>> = {
    bt709: 'bt709',
    smpte170m: 'smpte170m',
    bt470bg: 'bt470',
    fcc: 'fcc',
    smpte240m: 'smpte240m',
    bt2020nc: 'bt2020',
    bt2020c: 'bt2020',
  };
  return named[video.color.matrix ?? ''] ?? assumedMatrix(video);
};

const rangeOf = ({ color, pixelFormat }: ProbedVideo): string =>
  color.range === 'pc' || pixelFormat.startsWith('yuvj') ? 'pc' : 'tv';

/** Whether the colours of a video are those of the output, so that {@link convertTo} changes none. */
export const hasOutputColors = (video: ProbedVideo): boolean =>
  matrixOf(video) === 'bt709' && rangeOf(video) === 'tv' && !isHdr(video) && !isRgb(video.pixelFormat);

/** Filters that convert a video to the colours of the output and scale it to `width` × `height`. */
export const convertTo = (video: ProbedVideo, width: number, height: number): ReadonlyArray<string> => {
  const size = `w=${width}:h=${height}`;
  if (isHdr(video))
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
