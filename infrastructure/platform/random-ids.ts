import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Ids } from '../../application/ports/ids.js';

/** Ids and secrets from the operating system's random number generator. */
export const randomIds: Ids = {
  uuid: () => v7(),
  secret: () => randomBytes(32).toString('base64url'),
  repeatable: false,
};
