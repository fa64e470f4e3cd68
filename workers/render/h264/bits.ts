// Bits of H.264 (ITU-T H.264, sections 7.2, 7.4.1 and 9.1).

/** The bytes after the first one of a NAL unit, without emulation prevention bytes. */
export const payloadOf = (nal: Uint8Array): Uint8Array =>
  nal.filter((byte, at) => at > 0 && !(byte === 3 && nal[at - 1] === 0 && nal[at - 2] === 0));

/** Makes a NAL unit: its first byte, then the payload with emulation prevention bytes. */
export const nalOf = (first: number, payload: Iterable<number>): Uint8Array => {
  const out = [first];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3);
      zeros = 0;
    }
    out.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(out);
};

export type BitReader = ReturnType<typeof bitReader>;

/**
 * Reads the bits of a NAL unit after its first byte. Past the end, it reads zeros.
 * @param nal with its emulation prevention bytes
 */
export const bitReader = (nal: Uint8Array) => {
  const bytes = payloadOf(nal);
  let at = 0;
  const bit = (): number => {
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = value * 2 + bit();
    return value;
  };
  /** ue(v) */
  const unsigned = (): number => {
    let zeros = 0;
    while (zeros < 32 && bit() === 0) zeros += 1;
    return 2 ** zeros - 1 + bits(zeros);
  };
  return {
    bits,
    flag: (): boolean => bit() === 1,
    unsigned,
    /** se(v) */
    signed: (): number => {
      const value = unsigned();
      return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
    },
  };
};

/** Collects the bits of a NAL unit. */
export const bitWriter = () => {
  const bytes: number[] = [];
  let length = 0;
  const bit = (value: number): void => {
    if (length % 8 === 0) bytes.push(0);
    bytes[length >> 3] = (bytes[length >> 3] ?? 0) | (value << (7 - (length & 7)));
    length += 1;
  };
  const bits = (value: number, count: number): void => {
    for (let index = count - 1; index >= 0; index -= 1) bit(Math.floor(value / 2 ** index) % 2);
  };
  /** ue(v) */
  const unsigned = (value: number): void => {
    const size = Math.floor(Math.log2(value + 1));
    bits(0, size);
    bits(value + 1, size + 1);
  };
  return {
    bits,
    unsigned,
    /** se(v) */
    signed: (value: number): void => unsigned(value > 0 ? 2 * value - 1 : -2 * value),
    /** Fills up the last byte with bits of this value. */
    align: (value: 0 | 1): void => {
      const missing = (8 - (length % 8)) % 8;
      for (let index = 0; index < missing; index += 1) bit(value);
    },
    /** Appends whole bytes; the writer must be aligned. */
    append: (more: Iterable<number>): void => {
      for (const byte of more) bytes.push(byte);
      length = bytes.length * 8;
    },
    written: (): Uint8Array => Uint8Array.from(bytes),
    /** The NAL unit: a first byte, then the written bytes with emulation prevention. */
    nal: (first: number): Uint8Array => nalOf(first, bytes),
  };
};
