import * as E from 'fp-ts/lib/Either.js';

/** A 3D colour table (LUT): `size`³ entries of red, green and blue from 0 to 1; the red index changes fastest. */
export interface ColorTable {
  readonly size: number;
  readonly values: Float32Array;
  readonly lowest: ReadonlyArray<number>;
  readonly highest: ReadonlyArray<number>;
}

/** Maximum number of entries per side: more than any grading tool writes. */
const LARGEST_SIZE = 65;
/** Maximum file size, in bytes; the largest table takes less than half of it. */
export const LARGEST_CUBE = 16 * 1024 * 1024;
const LONGEST_LINE = 1000;

const numbersIn = (line: string): ReadonlyArray<number> => line.trim().split(/\s+/).map(Number);
const isTriple = (numbers: ReadonlyArray<number>): boolean =>
  numbers.length === 3 && numbers.every((n) => Number.isFinite(n));

/**
 * Reads a `.cube` file (Adobe Cube LUT Specification 1.0) with a three-dimensional table of 2 to 65 entries per side.
 * The text may be hostile: anything that does not match the format is refused.
 */
export const readCube = (text: string): E.Either<string, ColorTable> => {
  if (text.length > LARGEST_CUBE) return E.left('the colour table is too large');
  let size = 0;
  let lowest: ReadonlyArray<number> = [0, 0, 0];
  let highest: ReadonlyArray<number> = [1, 1, 1];
  let values = new Float32Array(0);
  let filled = 0;
  for (const line of text.split(/\r?\n|\r/)) {
    if (line.length > LONGEST_LINE) return E.left('a line of the colour table is too long');
    const word = /^\s*([A-Z0-9_]+)/.exec(line)?.[1];
    if (/^\s*(?:#|$)/.test(line)) continue;
    if (word !== undefined && /[A-Z]/.test(word)) {
      const rest = numbersIn(line.trim().slice(word.length));
      if (word === 'LUT_1D_SIZE') return E.left('one-dimensional colour tables are not supported');
      if (word === 'LUT_3D_SIZE') {
        if (size !== 0) return E.left('the colour table has more than one LUT_3D_SIZE');
        size = rest[0] ?? 0;
        if (!Number.isInteger(size) || size < 2 || size > LARGEST_SIZE)
          return E.left(`the colour table must have 2 to ${LARGEST_SIZE} steps per side`);
        values = new Float32Array(size ** 3 * 3);
      }
      if (word === 'DOMAIN_MIN' || word === 'DOMAIN_MAX') {
        if (!isTriple(rest)) return E.left('the domain of the colour table must be three numbers');
        if (word === 'DOMAIN_MIN') lowest = rest;
        else highest = rest;
      }
      continue;
    }
    const entry = numbersIn(line);
    if (!isTriple(entry)) return E.left('a line of the colour table is not three numbers');
    if (filled + 3 > values.length) return E.left('the colour table has more entries than its size says');
    values.set(entry, filled);
    filled += 3;
  }
  if (size === 0) return E.left('the colour table has no LUT_3D_SIZE');
  if (filled < values.length) return E.left('the colour table has fewer entries than its size says');
  if (lowest.some((low, channel) => low >= (highest[channel] ?? 1)))
    return E.left('the domain of the colour table is empty');
  return E.right({ size, values, lowest, highest });
};

/** Looks up a colour (0–1 per channel) by trilinear interpolation, clamped to 0–1. */
export const lookUpColor = (
  { size, values, lowest, highest }: ColorTable,
  r: number,
  g: number,
  b: number,
): readonly [number, number, number] => {
  const coordinate = (value: number, channel: number): number => {
    const low = lowest[channel] ?? 0;
    const fraction = (value - low) / ((highest[channel] ?? 1) - low);
    return Math.min(1, Math.max(0, fraction)) * (size - 1);
  };
  const [x, y, z] = [coordinate(r, 0), coordinate(g, 1), coordinate(b, 2)];
  const [x0, y0, z0] = [
    Math.min(size - 2, Math.floor(x)),
    Math.min(size - 2, Math.floor(y)),
    Math.min(size - 2, Math.floor(z)),
  ];
  const [fx, fy, fz] = [x - x0, y - y0, z - z0];
  const channel = (offset: number): number => {
    const at = (i: number, j: number, k: number): number =>
      values[((z0 + k) * size * size + (y0 + j) * size + x0 + i) * 3 + offset] ?? 0;
    const along = (j: number, k: number): number => at(0, j, k) * (1 - fx) + at(1, j, k) * fx;
    const near = along(0, 0) * (1 - fy) + along(1, 0) * fy;
    const far = along(0, 1) * (1 - fy) + along(1, 1) * fy;
    return Math.min(1, Math.max(0, near * (1 - fz) + far * fz));
  };
  return [channel(0), channel(1), channel(2)];
};
