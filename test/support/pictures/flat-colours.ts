import sharp from 'sharp';
import type { Studio } from '../renders/render.js';
import { lavfi } from '../renders/lavfi.js';

/** The size of a cell of a canvas with four by three cells, each for one colour. */
export const size = { width: 32, height: 32 };
/** The position of a cell. */
export const cell = (index: number) => ({ x: (index % 4) * 32, y: Math.floor(index / 4) * 32 });
export const always = { start: 0, end: 1000 };
export const canvas = { width: 128, height: 96 };

/** Creates a picture of one colour. */
export const flatPicture = async (
  { folder }: Studio,
  name: string,
  background: string,
  { width, height } = { width: 8, height: 8 },
): Promise<string> => {
  const path = `${folder}/${name}`;
  await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toFile(path);
  return path;
};

const MATRICES = {
  bt709: ['bt709', 'bt709', 'bt709'],
  smpte170m: ['smpte170m', 'smpte170m', 'smpte170m'],
  bt2020: ['bt2020nc', 'bt2020-10', 'bt2020'],
} as const;
/** Creates a video of one colour, one second long. */
export const flatVideo = async (
  studio: Studio,
  name: string,
  colour: string,
  matrix: keyof typeof MATRICES,
  range: 'tv' | 'pc',
  pixels: string,
  codec: string[],
): Promise<void> => {
  const [space, transfer, primaries] = MATRICES[matrix];
  await studio.make(
    name,
    ...lavfi(
      `color=${colour.replace('#', '0x')}:s=64x64:r=10,format=gbrp,scale=out_color_matrix=${matrix}:out_range=${range}:flags=accurate_rnd+full_chroma_int,format=${pixels}`,
    ),
    '-t',
    '1',
    ...codec,
    '-colorspace',
    space,
    '-color_trc',
    transfer,
    '-color_primaries',
    primaries,
    '-color_range',
    range,
  );
};
/** Options that encode almost without loss. */
export const NEAR_LOSSLESS = ['-c:v', 'libx264', '-qp', '4'];
