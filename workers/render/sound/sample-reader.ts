const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** The bytes of samples. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Reads 32-bit floats from chunks of any length. */
export interface SampleReader {
  /** The next `count` samples, fewer at the end. */
  readonly read: (count: number) => Promise<Float32Array>;
  readonly close: () => Promise<void>;
}

export const sampleReader = (source: AsyncIterable<Uint8Array>): SampleReader => {
  const chunks = source[Symbol.asyncIterator]();
  let rest = new Uint8Array(0);
  let ended = false;
  return {
    read: async (count) => {
      const bytes = new Uint8Array(count * BYTES);
      let filled = 0;
      while (filled < bytes.length) {
        if (rest.length === 0) {
          if (ended) break;
          const { done, value } = await chunks.next();
          ended = done === true;
          rest = ended ? rest : new Uint8Array(value as Uint8Array);
          continue;
        }
        const part = rest.subarray(0, bytes.length - filled);
        bytes.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
      }
      return new Float32Array(bytes.buffer, 0, Math.floor(filled / BYTES));
    },
    close: async () => {
      await chunks.return?.();
    },
  };
};
