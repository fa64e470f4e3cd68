/** Decoded sound: interleaved stereo 32-bit floats, in parts of any length. */
export type Sound = AsyncIterable<Float32Array>;

export const joinedSamples = (parts: ReadonlyArray<Float32Array>): Float32Array<ArrayBuffer> => {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

/** Reads a sound in blocks of any length. */
export const sampleReader = (sound: Sound) => {
  const parts = sound[Symbol.asyncIterator]();
  let rest = new Float32Array(0);
  return {
    /** The next `count` samples of all channels, fewer at the end. */
    read: async (count: number): Promise<Float32Array> => {
      const samples = new Float32Array(count);
      let filled = 0;
      while (filled < count) {
        if (rest.length === 0) {
          const { done, value } = await parts.next();
          if (done === true) break;
          rest = value as Float32Array<ArrayBuffer>;
        }
        const part = rest.subarray(0, count - filled);
        samples.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
      }
      return samples.subarray(0, filled);
    },
    close: async (): Promise<void> => {
      await parts.return?.();
    },
  };
};
