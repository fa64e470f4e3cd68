import { createHmac } from 'node:crypto';
import { v7 } from 'uuid';
import type { Ids } from '../../../application/ports/ids.js';

/**
 * Ids derived from a seed: the same seed and time give the same ids in the same order, so that a repeated request
 * creates the same resources. They cannot be guessed without the seed.
 */
export const seededIds = (seed: Uint8Array, at: Date): Ids => {
  let drawn = 0;
  const draw = (purpose: string): Buffer =>
    createHmac('sha256', seed).update(`${purpose} ${drawn++}`).digest();
  return {
    uuid: () => v7({ random: draw('uuid').subarray(0, 16), msecs: at.getTime(), seq: drawn }),
    secret: () => draw('secret').toString('base64url'),
    repeatable: true,
  };
};
