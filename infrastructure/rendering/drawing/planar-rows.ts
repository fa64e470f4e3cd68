import {
  type Code,
  constant,
  get,
  i32,
  load,
  op,
  repeat,
  set,
  shuffle,
  store,
  storeLane,
  wasmModule,
} from './wasm-code.js';

// RGB to YUV 4:2:0 of BT.709, limited range, in the integers of swscale (`bicubic+accurate_rnd+full_chroma_int`).

/** Shares of red, green and blue, times 2^15; those of the differences are for the sum of two pixels. */
const LUMA = [5983, 20_127, 2032] as const;
const BLUE_DIFFERENCE = [-3298, -11_094, 14_392] as const;
const RED_DIFFERENCE = [14_392, -13_073, -1320] as const;

/** Half of the symmetric bicubic filter that halves the height of the colour differences, times 2^12. */
const VERTICAL = [-58, -172, 492, 1786] as const;

/** How many rows of differences that filter reads: from three above a pair of rows to three below. */
export const FILTER_ROWS = 2 * VERTICAL.length;

/** Weights for vectors of red and blue, and of green and alpha, of 4 pixels. */
const weightsOf = ([red, green, blue]: readonly [number, number, number]): readonly [Code, Code] => [
  constant(...fourTimes(red, blue)),
  constant(...fourTimes(green, 0)),
];

const fourTimes = (...values: ReadonlyArray<number>): ReadonlyArray<number> => [
  ...values,
  ...values,
  ...values,
  ...values,
];

/** Weighted sums of the channels of 4 pixels, plus `rounding`, divided by 2^shift, as 4 × 32 bits. */
const weighted = (
  [redBlue, greenAlpha]: readonly [Code, Code],
  values: readonly [number, number, number],
  rounding: number,
  shift: number,
): Code => {
  const [outer, green] = weightsOf(values);
  const sum = op(
    'i32x4.add',
    op('i32x4.dot_i16x8_s', redBlue, outer),
    op('i32x4.dot_i16x8_s', greenAlpha, green),
  );
  return op('i32x4.shr_s', op('i32x4.add', sum, constant(...fourTimes(rounding))), i32(shift));
};

/** swscale rounds luma to 14 bits (2^9), and then to 8, with an offset of 16. */
const LUMA_ROUNDING = (16 << 15) + (1 << 8) + (1 << 14);

/** The sums of neighbouring pixels, of eight in two vectors. */
const neighbours = (a: Code, b: Code): Code =>
  op('i16x8.add', shuffle(a, b, 0, 2, 4, 6), shuffle(a, b, 1, 3, 5, 7));

/**
 * `row(rgba, end, luma, differences)`: converts a row of RGBA. The differences of each 4 pairs are written as 4 × 16
 * bits for blue and 4 × 16 bits for red, times 2^6.
 */
const row = (): Code => {
  const [rgba, end, luma, difference] = [0, 1, 2, 3];
  const [outer1, outer2, green1, green2, one, other] = [4, 5, 6, 7, 8, 9];
  const alternate = constant(...fourTimes(0xff, 0xff));
  const split = (outer: number, green: number, offset: number): Code => [
    ...set(one, load(get(rgba), offset)),
    ...set(outer, op('v128.and', get(one), alternate)),
    ...set(green, op('i16x8.shr_u', get(one), i32(8))),
  ];
  const lumas = (outer: number, green: number): Code =>
    weighted([get(outer), get(green)], LUMA, LUMA_ROUNDING, 15);
  const differences = (values: readonly [number, number, number]): Code =>
    weighted([get(outer1), get(green1)], values, 1 << 9, 10);
  return repeat(
    [
      ...split(outer1, green1, 0),
      ...split(outer2, green2, 16),
      ...set(one, lumas(outer1, green1)),
      ...set(other, lumas(outer2, green2)),
      ...set(one, op('i16x8.narrow_i32x4_s', get(one), get(other))),
      ...storeLane(64, get(luma), op('i8x16.narrow_i16x8_u', get(one), get(one)), 0),
      ...set(outer1, neighbours(get(outer1), get(outer2))),
      ...set(green1, neighbours(get(green1), get(green2))),
      ...store(
        get(difference),
        op('i16x8.narrow_i32x4_s', differences(BLUE_DIFFERENCE), differences(RED_DIFFERENCE)),
      ),
      ...set(luma, op('i32.add', get(luma), i32(8))),
      ...set(difference, op('i32.add', get(difference), i32(16))),
      ...set(rgba, op('i32.add', get(rgba), i32(32))),
    ],
    op('i32.sub', get(rgba), get(end)),
  );
};

/** The middle of the range, 128, and half a level, times 2^18. */
const DIFFERENCE_ROUNDING = (128 << 18) + (1 << 17);

/**
 * `halve(row 1, …, row 8, end, blue, red)`: filters 8 rows of differences into one row of each plane. `end` is that of
 * the first.
 */
const halve = (): Code => {
  const [end, blue, red] = [8, 9, 10];
  const [sums, low, high] = [[11, 12, 13, 14], 15, 16];
  const [outer = 0, second = 0, third = 0, inner = 0] = sums;
  const far = constant(...fourTimes(VERTICAL[0], VERTICAL[1]));
  const near = constant(...fourTimes(VERTICAL[2], VERTICAL[3]));
  const filtered = (...picked: ReadonlyArray<number>): Code =>
    op(
      'i32x4.shr_s',
      op(
        'i32x4.add',
        op(
          'i32x4.add',
          op('i32x4.dot_i16x8_s', shuffle(get(outer), get(second), ...picked), far),
          op('i32x4.dot_i16x8_s', shuffle(get(third), get(inner), ...picked), near),
        ),
        constant(...fourTimes(DIFFERENCE_ROUNDING)),
      ),
      i32(18),
    );
  const rows = Array.from({ length: FILTER_ROWS }, (_, index) => index);
  return repeat(
    [
      ...sums.flatMap((sum, index) =>
        set(sum, op('i16x8.add', load(get(index)), load(get(FILTER_ROWS - 1 - index)))),
      ),
      ...set(low, filtered(0, 8, 1, 9, 2, 10, 3, 11)),
      ...set(high, filtered(4, 12, 5, 13, 6, 14, 7, 15)),
      ...set(low, op('i16x8.narrow_i32x4_s', get(low), get(high))),
      ...set(low, op('i8x16.narrow_i16x8_u', get(low), get(low))),
      ...storeLane(32, get(blue), get(low), 0),
      ...storeLane(32, get(red), get(low), 1),
      ...set(blue, op('i32.add', get(blue), i32(4))),
      ...set(red, op('i32.add', get(red), i32(4))),
      ...rows.flatMap((index) => set(index, op('i32.add', get(index), i32(16)))),
    ],
    op('i32.sub', get(0), get(end)),
  );
};

/** The functions of {@link row} and {@link halve}. */
export interface PlanarRows {
  readonly row: (rgba: number, end: number, luma: number, differences: number) => void;
  /** The addresses of 8 rows of differences, of the end of the first, and of a row of each plane. */
  readonly halve: (...addresses: ReadonlyArray<number>) => void;
}

let compiled: WebAssembly.Module | undefined;

/** The conversion of rows in a memory; compiled on first use. */
export const planarRows = (memory: WebAssembly.Memory): PlanarRows => {
  compiled ??= new WebAssembly.Module(
    wasmModule([
      { name: 'row', parameters: 4, vectors: 6, code: row() },
      { name: 'halve', parameters: FILTER_ROWS + 3, vectors: 6, code: halve() },
    ]),
  );
  return new WebAssembly.Instance(compiled, { shared: { memory } }).exports as unknown as PlanarRows;
};
