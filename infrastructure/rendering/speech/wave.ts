const HEADER = 12;
const CHUNK = 8;

/**
 * A WAV file with correct sizes in its headers. Engines that stream while they speak do not know the sizes, and state
 * the largest number or 0.
 * @returns undefined if it is no WAV file, or has no sound
 */
export const wholeWave = (file: Buffer): Buffer | undefined => {
  const text = (at: number): string => file.toString('latin1', at, at + 4);
  if (file.length < HEADER || text(0) !== 'RIFF' || text(8) !== 'WAVE') return undefined;
  for (let at = HEADER; at + CHUNK <= file.length;) {
    const stated = file.readUInt32LE(at + 4);
    if (text(at) === 'data') {
      const dataBytes = Math.min(stated || Infinity, file.length - at - CHUNK);
      if (dataBytes === 0) return undefined;
      const whole = Buffer.from(file.subarray(0, at + CHUNK + dataBytes));
      whole.writeUInt32LE(whole.length - CHUNK, 4);
      whole.writeUInt32LE(dataBytes, at + 4);
      return whole;
    }
    at += CHUNK + stated + (stated % 2);
  }
  return undefined;
};
