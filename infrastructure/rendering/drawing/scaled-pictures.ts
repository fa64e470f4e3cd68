import type { Canvas } from '../../../domain/composition/composition.js';
import type { CoveringPicture } from '../../../workers/render/draw/covering-pictures.js';
import type { RgbaImage } from '../pictures/yuv.js';
import { columnBytes, scaledRows, type Taps, WHOLE_WEIGHT } from './scaled-rows.js';

/** The weight of a sample at a distance from a point. */
const WEIGHTS: Readonly<Record<Taps, (distance: number) => number>> = {
  2: (distance) => Math.max(0, 1 - Math.abs(distance)),
  // The cubic filter of Mitchell and Netravali, with B = C = 1/3.
  4: (distance) => {
    const x = Math.abs(distance);
    if (x >= 2) return 0;
    return x < 1
      ? (7 * x ** 3 - 12 * x ** 2 + 16 / 3) / 6
      : ((-7 / 3) * x ** 3 + 12 * x ** 2 - 20 * x + 32 / 3) / 6;
  },
};

/** For each px of an axis, the first of the samples around its middle, and the weights of all of them. */
interface Axis {
  readonly firsts: Int32Array;
  readonly weights: Int16Array;
}

/** Samples and weights for `count` px that show `part` of `length` samples. Beyond the ends, edge samples are repeated. */
const axisOf = (from: number, part: number, count: number, length: number, taps: Taps): Axis => {
  const firsts = new Int32Array(count);
  const weights = new Int16Array(count * taps);
  const weightOf = WEIGHTS[taps];
  for (let px = 0; px < count; px += 1) {
    const point = from + ((px + 0.5) * part) / count - 0.5;
    const begin = Math.floor(point) - taps / 2 + 1;
    const first = Math.max(0, Math.min(length - taps, begin));
    firsts[px] = first;
    for (let at = begin; at < begin + taps; at += 1) {
      const index = px * taps + Math.max(0, Math.min(length - 1, at)) - first;
      weights[index] = (weights[index] ?? 0) + Math.round(weightOf(point - at) * WHOLE_WEIGHT);
    }
  }
  return { firsts, weights };
};

/** The minimum length of a side of a picture to scale, px. */
export const MIN_SIDE = 4;

/** Bytes of a vector: what is read in vectors may end this much later. */
const VECTOR = 16;

const PAGE_BYTES = 65_536;

/** Makes a frame of pictures that cover it, as RGBA; it is overwritten by the next. */
export type ScalePictures = (covering: ReadonlyArray<CoveringPicture>) => Uint8Array;

/** The memory that scaling works in: the pictures, then tables, mixed rows and the frame. */
const memoryFor = ({ width, height }: Canvas, pictures: ReadonlyArray<RgbaImage>) => {
  let bytes = 0;
  const reserve = (length: number): number => {
    const at = bytes;
    bytes += Math.ceil(length / VECTOR + 1) * VECTOR;
    return at;
  };
  const placed = pictures.map((picture) => ({ ...picture, at: reserve(picture.data.length) }));
  const widest = Math.max(0, ...pictures.map((picture) => picture.width));
  const mixedAt = reserve(8 * widest);
  const upperAt = reserve(4 * width);
  const tables = [0, 1].map(() => ({
    columns: reserve(width * columnBytes(4)),
    weights: reserve(height * 2 * 4),
  }));
  const frameAt = reserve(4 * width * height);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const all = new Uint8Array(memory.buffer);
  for (const { at, data } of placed) all.set(data, at);
  const integers = new Int32Array(memory.buffer);
  const shorts = new Int16Array(memory.buffer);
  return { placed, mixedAt, upperAt, tables, frameAt, all, integers, shorts, rows: scaledRows(memory) };
};

/** Returns a function that writes rows of one picture. @param layer its number among those that cover the frame */
const rowWriter = (
  { placed, mixedAt, tables, integers, shorts, rows }: ReturnType<typeof memoryFor>,
  { width, height }: Canvas,
  { picture, from }: CoveringPicture,
  layer: number,
) => {
  const source = placed[picture];
  const table = tables[layer];
  if (!source || !table) throw new RangeError('there is no such picture');
  const taps: Taps = from.width < width && from.height < height ? 4 : 2;
  const [mix, across] = taps === 4 ? [rows.mix4, rows.across4] : [rows.mix2, rows.across2];
  const columns = axisOf(from.x, from.width, width, source.width, taps);
  const lines = axisOf(from.y, from.height, height, source.height, taps);
  shorts.set(lines.weights, table.weights / 2);
  // Rows are mixed from the first of the columns to the last.
  const [left = 0] = columns.firsts;
  const mixedBytes = 4 * ((columns.firsts.at(-1) ?? 0) + taps - left);
  const size = columnBytes(taps);
  for (let x = 0; x < width; x += 1) {
    const at = table.columns + x * size;
    integers[at / 4] = mixedAt + 8 * ((columns.firsts[x] ?? 0) - left);
    for (let index = 0; index < taps; index += 1)
      shorts[at / 2 + 2 + index] = columns.weights[x * taps + index] ?? 0;
  }
  const end = table.columns + width * size;
  const neighbours = Array.from({ length: taps }, (_, index) => index);
  return (y: number, address: number): void => {
    const first = source.at + 4 * ((lines.firsts[y] ?? 0) * source.width + left);
    const begins = neighbours.map((index) => first + index * 4 * source.width);
    mix(...begins, first + Math.ceil(mixedBytes / 8) * 8, table.weights + y * 2 * taps, mixedAt);
    across(table.columns, end, address);
  };
};

/**
 * Scales pictures to frames of a size, whose width must be a multiple of 4, as Skia does with high quality: with a cubic
 * filter if they are enlarged along both axes, otherwise linearly. Channels differ from those of Skia by at most one level.
 */
export const scaledPictures = (size: Canvas, pictures: ReadonlyArray<RgbaImage>): ScalePictures => {
  const { width, height } = size;
  const memory = memoryFor(size, pictures);
  const { upperAt, frameAt, rows, all } = memory;
  return (covering) => {
    const written = covering.map((one, layer) => ({ ...one, write: rowWriter(memory, size, one, layer) }));
    for (let y = 0; y < height; y += 1) {
      const address = frameAt + y * 4 * width;
      for (const [order, { opacity, write }] of written.entries()) {
        write(y, order === 0 ? address : upperAt);
        if (order > 0) rows.blend(address, address + 4 * width, upperAt, Math.round(opacity * WHOLE_WEIGHT));
      }
    }
    return all.subarray(frameAt, frameAt + 4 * width * height);
  };
};
