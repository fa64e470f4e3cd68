import { setTimeout as delay } from 'node:timers/promises';
import { type LogGrowing, growLog } from '../../../application/transparency/grow-log.js';
import { type CheckpointSigning, signCheckpoint } from '../../../application/transparency/sign-checkpoint.js';
import type { Logger } from '../../platform/logging.js';

/** How long to wait before a retry after a failure, in ms. */
const PAUSE = 5000;

type Growing = Omit<LogGrowing, 'onGrown'> &
  Omit<CheckpointSigning, 'log'> & { readonly checkpointMs: number };

/**
 * Adds all events to the Merkle log and signs a checkpoint at most every `checkpointMs` while it grows. It follows the
 * event store separately, so that no write waits for it. Resolves when the signal aborts.
 */
export const runMerkleLog = async (growing: Growing, logger: Logger): Promise<void> => {
  const { signal, checkpointMs } = growing;
  let signing: Promise<void> | undefined;
  const sign = async (): Promise<void> => {
    try {
      await signCheckpoint(growing);
    } catch (error) {
      logger.error({ err: error }, 'could not sign a checkpoint of the log');
      grown = true; // and still has to be signed
    }
    // Events that arrive in the meantime are in the next checkpoint.
    await delay(checkpointMs, undefined, { signal }).catch(() => undefined);
    signing = undefined;
    if (grown) signSoon();
  };
  let grown = false;
  const signSoon = (): void => {
    if (signing) {
      grown = true;
      return;
    }
    grown = false;
    if (!signal.aborted) signing = sign();
  };

  while (!signal.aborted) {
    try {
      await growLog({ ...growing, onGrown: signSoon });
    } catch (error) {
      if (signal.aborted) break;
      logger.error({ err: error }, 'could not extend the Merkle log');
      await delay(PAUSE, undefined, { signal }).catch(() => undefined);
    }
  }
  await signing;
};
