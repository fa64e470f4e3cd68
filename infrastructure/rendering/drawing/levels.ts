import { readFile } from 'node:fs/promises';
import { soundLevels, type SoundLevels } from '../../../domain/composition/sound-levels.js';
import type { LevelsFile } from '../../../workers/render/draw/scene.js';

/** Reads the levels of a sound: 32-bit floats in the byte order of this machine. */
export const readLevels = async ({ path }: LevelsFile): Promise<SoundLevels> => {
  const { buffer, byteOffset, byteLength } = await readFile(path);
  return soundLevels(new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength)));
};
