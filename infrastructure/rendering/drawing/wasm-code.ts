// WebAssembly, written instruction by instruction: the core specification 2.0, sections 5.3 to 5.5.

/** Instructions, or a part of a module, as bytes. */
export type Code = ReadonlyArray<number>;

/** A whole number in LEB128 (5.2.2). */
const unsigned = (value: number): Code =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];

const signed = (value: number): Code =>
  value >= -64 && value < 64 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];

/** A vector of items (5.1.3). */
const list = (items: ReadonlyArray<Code>): Code => [...unsigned(items.length), ...items.flat()];

const vectorOp = (opcode: number): Code => [0xfd, ...unsigned(opcode)];

/** The bytes of a vector of 128 bits, from its lanes, which are small integers. */
const lanes = (values: ReadonlyArray<number>): Code =>
  values.flatMap((value) =>
    Array.from({ length: 16 / values.length }, (_, byte) => (value >> (8 * byte)) & 0xff),
  );

const OPERATIONS = {
  'i32.add': [0x6a],
  'i32.sub': [0x6b],
  'i16x8.splat': vectorOp(0x10),
  'i8x16.narrow_i16x8_u': vectorOp(0x66),
  'i16x8.q15mulr_sat_s': vectorOp(0x82),
  'i16x8.narrow_i32x4_s': vectorOp(0x85),
  'i16x8.shl': vectorOp(0x8b),
  'i16x8.shr_s': vectorOp(0x8c),
  'i16x8.add': vectorOp(0x8e),
  'i16x8.sub': vectorOp(0x91),
  'i32x4.shr_s': vectorOp(0xac),
  'i32x4.add': vectorOp(0xae),
  'i32x4.dot_i16x8_s': vectorOp(0xba),
} as const;

/** An operation on what the given code leaves on the stack. */
export const op = (name: keyof typeof OPERATIONS, ...operands: ReadonlyArray<Code>): Code => [
  ...operands.flat(),
  ...OPERATIONS[name],
];

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];
export const i32 = (value: number): Code => [0x41, ...signed(value)];
/** A vector of 128 bits of 4 lanes of 32 bits, or 8 of 16. */
export const constant = (...values: ReadonlyArray<number>): Code => [...vectorOp(0x0c), ...lanes(values)];
/** A vector from lanes of two others; those of the second are numbered after those of the first. */
export const shuffle = (a: Code, b: Code, ...picked: ReadonlyArray<number>): Code => {
  const size = 16 / picked.length;
  const bytes = picked.flatMap((lane) => Array.from({ length: size }, (_, byte) => lane * size + byte));
  return [...a, ...b, ...vectorOp(0x0d), ...bytes];
};
/** The 16 bytes at an address; `offset` in bytes. */
export const load = (address: Code, offset = 0): Code => [
  ...address,
  ...vectorOp(0x00),
  0,
  ...unsigned(offset),
];
/** 8 bytes at an address, as 8 × 16 bits. */
export const loadBytes = (address: Code): Code => [...address, ...vectorOp(0x02), 0, 0];
/** 16 or 32 bits at an address, in all lanes. */
export const loadSplat = (bits: 16 | 32, address: Code, offset = 0): Code => [
  ...address,
  ...vectorOp(bits === 16 ? 0x08 : 0x09),
  0,
  ...unsigned(offset),
];
/** The 32 bits at an address, as an integer. */
export const loadInteger = (address: Code, offset = 0): Code => [...address, 0x28, 0, ...unsigned(offset)];
export const store = (address: Code, value: Code): Code => [...address, ...value, ...vectorOp(0x0b), 0, 0];
/** Writes the first 64 bits of a vector. */
export const storeHalf = (address: Code, value: Code): Code => [
  ...address,
  ...value,
  ...vectorOp(0x5b),
  0,
  0,
  0,
];
/** Repeats code until `condition` leaves zero on the stack. */
export const repeat = (code: Code, condition: Code): Code => [
  0x03,
  0x40,
  ...code,
  ...condition,
  0x0d,
  0,
  0x0b,
];

/** A function without result: its parameters are of 32 bits, its other locals vectors. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: number;
  readonly vectors: number;
  readonly code: Code;
}

/** The magic number and the version of the format (5.5.16). */
const HEADER = Buffer.from('\0asm\x01\0\0\0');

const I32 = 0x7f;
const V128 = 0x7b;

const section = (id: number, items: ReadonlyArray<Code>): Code => {
  const content = list(items);
  return [id, ...unsigned(content.length), ...content];
};

const named = (name: string): Code => list([...Buffer.from(name)].map((byte) => [byte]));

/** A module that exports functions. They work on the memory that it imports as `shared.memory`. */
export const wasmModule = (functions: ReadonlyArray<WasmFunction>): Uint8Array<ArrayBuffer> => {
  const bodies = functions.map(({ vectors, code }) => {
    const body = [...list([[...unsigned(vectors), V128]]), ...code, 0x0b];
    return [...unsigned(body.length), ...body];
  });
  const types = functions.map(({ parameters }) => [
    0x60,
    ...list(Array.from({ length: parameters }, () => [I32])),
    0,
  ]);
  return Uint8Array.from([
    ...HEADER,
    ...section(1, types),
    ...section(2, [[...named('shared'), ...named('memory'), 0x02, 0x00, 1]]),
    ...section(
      3,
      functions.map((_, index) => unsigned(index)),
    ),
    ...section(
      7,
      functions.map(({ name }, index) => [...named(name), 0x00, ...unsigned(index)]),
    ),
    ...section(10, bodies),
  ]);
};
