import { definedFields } from '../../../domain/codec/json.js';
import type { ProbedVideo } from '../../../workers/render/ports/media-probe.js';

// FFmpeg's names of what ITU-T H.273 numbers. Absent: unspecified, or reserved.

const MATRICES: Readonly<Record<number, string>> = {
  0: 'gbr',
  1: 'bt709',
  4: 'fcc',
  5: 'bt470bg',
  6: 'smpte170m',
  7: 'smpte240m',
  8: 'ycgco',
  9: 'bt2020nc',
  10: 'bt2020c',
  11: 'smpte2085',
  12: 'chroma-derived-nc',
  13: 'chroma-derived-c',
  14: 'ictcp',
};

/** FFmpeg's own numbers. */
const RANGES: Readonly<Record<number, string>> = { 1: 'tv', 2: 'pc' };

const PRIMARIES: Readonly<Record<number, string>> = {
  1: 'bt709',
  4: 'bt470m',
  5: 'bt470bg',
  6: 'smpte170m',
  7: 'smpte240m',
  8: 'film',
  9: 'bt2020',
  10: 'smpte428',
  11: 'smpte431',
  12: 'smpte432',
  22: 'ebu3213',
};

const TRANSFERS: Readonly<Record<number, string>> = {
  1: 'bt709',
  4: 'bt470m',
  5: 'bt470bg',
  6: 'smpte170m',
  7: 'smpte240m',
  8: 'linear',
  9: 'log100',
  10: 'log316',
  11: 'iec61966-2-4',
  12: 'bt1361e',
  13: 'iec61966-2-1',
  14: 'bt2020-10',
  15: 'bt2020-12',
  16: 'smpte2084',
  17: 'smpte428',
  18: 'arib-std-b67',
};

/** The colours that a stream states, by number. */
interface ColorNumbers {
  readonly colorSpace: number;
  readonly colorRange: number;
  readonly colorPrimaries: number;
  readonly colorTrc: number;
}

export const colorsOf = ({
  colorSpace,
  colorRange,
  colorPrimaries,
  colorTrc,
}: ColorNumbers): ProbedVideo['color'] =>
  definedFields({
    matrix: MATRICES[colorSpace],
    range: RANGES[colorRange],
    primaries: PRIMARIES[colorPrimaries],
    transfer: TRANSFERS[colorTrc],
  });
