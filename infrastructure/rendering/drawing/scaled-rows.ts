import {
  type Code,
  constant,
  get,
  i32,
  load,
  loadBytes,
  loadInteger,
  loadSplat,
  op,
  repeat,
  set,
  shuffle,
  store,
  storeHalf,
  wasmModule,
} from './wasm-code.js';

// Rows of a scaled picture of RGBA: some of its rows are mixed, and the result is sampled across.

/** How many neighbours are mixed along an axis: by a linear filter, and by a cubic one. */
export type Taps = 2 | 4;

const WEIGHT_BITS = 14;

/** A weight or an opacity of 1 in fixed point. At the edges of a picture, weights are a little larger. */
export const WHOLE_WEIGHT = 1 << WEIGHT_BITS;

/** How far bytes are shifted in 16 bits, which also hold the sign of their differences. */
const BYTE_SHIFT = 7;

/** How far they still are after a multiplication by a weight, which divides by 2^15. */
const MIXED_SHIFT = BYTE_SHIFT + WEIGHT_BITS - 15;

/** How many pixels of a row are made at a time. */
const GROUP = 4;

/** Bytes of a column: the address of its first sample in the mixed row, and a weight of 16 bits for each sample. */
export const columnBytes = (taps: Taps): number => 4 + 2 * taps;

const upTo = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index);

const sumOf = (name: 'i16x8.add' | 'i32x4.add', [first = [], ...others]: ReadonlyArray<Code>): Code =>
  others.reduce<Code>((sum, term) => op(name, sum, term), first);

/**
 * `mix(row 1, …, row n, end, weights, output)`: mixes rows of bytes with weights of 16 bits, into 16 bits for each byte.
 * `end` is that of the first row.
 */
const mix = (taps: Taps): Code => {
  const [end, weights, output, weight] = [taps, taps + 1, taps + 2, taps + 3];
  const rows = upTo(taps);
  const weighted = (row: number): Code =>
    op('i16x8.q15mulr_sat_s', op('i16x8.shl', loadBytes(get(row)), i32(BYTE_SHIFT)), get(weight + row));
  return [
    ...rows.flatMap((row) => set(weight + row, loadSplat(16, get(weights), 2 * row))),
    ...repeat(
      [
        ...store(get(output), sumOf('i16x8.add', rows.map(weighted))),
        ...rows.flatMap((row) => set(row, op('i32.add', get(row), i32(8)))),
        ...set(output, op('i32.add', get(output), i32(16))),
      ],
      op('i32.sub', get(0), get(end)),
    ),
  ];
};

const SAMPLED_SHIFT = MIXED_SHIFT + WEIGHT_BITS;

/** `across(columns, end, output)`: samples a mixed row, 4 pixels at a time. */
const across = (taps: Taps): Code => {
  const [columns, end, output, pixels, samples] = [0, 1, 2, 3, 3 + GROUP];
  const half = constant(...upTo(4).map(() => 1 << (SAMPLED_SHIFT - 1)));
  /** Two neighbouring pixels, channel by channel, times their weights. */
  const pair = (column: number, index: number): Code => [
    ...set(samples, load(loadInteger(get(columns), column), 16 * index)),
    ...op(
      'i32x4.dot_i16x8_s',
      shuffle(get(samples), get(samples), 0, 4, 1, 5, 2, 6, 3, 7),
      loadSplat(32, get(columns), column + 4 + 4 * index),
    ),
  ];
  const pixel = (index: number): Code => {
    const pairs = upTo(taps / 2).map((each) => pair(index * columnBytes(taps), each));
    return op('i32x4.shr_s', op('i32x4.add', sumOf('i32x4.add', pairs), half), i32(SAMPLED_SHIFT));
  };
  const two = (first: number): Code =>
    op('i16x8.narrow_i32x4_s', get(pixels + first), get(pixels + first + 1));
  return repeat(
    [
      ...upTo(GROUP).flatMap((index) => set(pixels + index, pixel(index))),
      ...store(get(output), op('i8x16.narrow_i16x8_u', two(0), two(2))),
      ...set(columns, op('i32.add', get(columns), i32(GROUP * columnBytes(taps)))),
      ...set(output, op('i32.add', get(output), i32(4 * GROUP))),
    ],
    op('i32.sub', get(columns), get(end)),
  );
};

/** `blend(below, end, above, opacity)`: mixes the bytes above into those below. */
const blend = (): Code => {
  const [below, end, above, opacity, opacities, bytes] = [0, 1, 2, 3, 4, 5];
  const difference = op('i16x8.sub', loadBytes(get(above)), get(bytes));
  const weighted = op('i16x8.q15mulr_sat_s', op('i16x8.shl', difference, i32(BYTE_SHIFT)), get(opacities));
  const half = constant(...upTo(8).map(() => 1 << (MIXED_SHIFT - 1)));
  const rounded = op('i16x8.shr_s', op('i16x8.add', weighted, half), i32(MIXED_SHIFT));
  return [
    ...set(opacities, op('i16x8.splat', get(opacity))),
    ...repeat(
      [
        ...set(bytes, loadBytes(get(below))),
        ...set(bytes, op('i16x8.add', get(bytes), rounded)),
        ...storeHalf(get(below), op('i8x16.narrow_i16x8_u', get(bytes), get(bytes))),
        ...set(below, op('i32.add', get(below), i32(8))),
        ...set(above, op('i32.add', get(above), i32(8))),
      ],
      op('i32.sub', get(below), get(end)),
    ),
  ];
};

/** The functions of {@link mix}, {@link across} and {@link blend}; the digit is the number of neighbours. */
export interface ScaledRows {
  readonly mix2: (...addresses: ReadonlyArray<number>) => void;
  readonly mix4: (...addresses: ReadonlyArray<number>) => void;
  readonly across2: (columns: number, end: number, output: number) => void;
  readonly across4: (columns: number, end: number, output: number) => void;
  readonly blend: (below: number, end: number, above: number, opacity: number) => void;
}

let compiled: WebAssembly.Module | undefined;

/** The scaling of rows in a memory; compiled on first use. */
export const scaledRows = (memory: WebAssembly.Memory): ScaledRows => {
  compiled ??= new WebAssembly.Module(
    wasmModule([
      { name: 'mix2', parameters: 5, vectors: 2, code: mix(2) },
      { name: 'mix4', parameters: 7, vectors: 4, code: mix(4) },
      { name: 'across2', parameters: 3, vectors: GROUP + 1, code: across(2) },
      { name: 'across4', parameters: 3, vectors: GROUP + 1, code: across(4) },
      { name: 'blend', parameters: 4, vectors: 2, code: blend() },
    ]),
  );
  return new WebAssembly.Instance(compiled, { shared: { memory } }).exports as unknown as ScaledRows;
};
