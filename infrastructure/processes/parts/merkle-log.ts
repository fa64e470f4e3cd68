import { setTimeout as delay } from 'node:timers/promises';
import { type LogGrowing, growLog } from '../../../application/transparency/grow-log.js';
import { type CheckpointSigning, signCheckpoint } from '../../../application/transparency/sign-checkpoint.js';
import type { Logger } from '../../platform/logging.js';
import type { LoopWatch } from './watch-loops.js';

/** After a step with this many events, the next step follows without a pause for collecting events. */
const MANY = 100;

interface Intervals {
  /** How long events are collected between two steps, in ms: many in one step cost little more than one. */
  readonly collectMs: number;
  readonly checkpointMs: number;
}

type Growing = Omit<LogGrowing, 'onGrown'> & Omit<CheckpointSigning, 'log'> & Intervals;

/**
 * Adds all events to the Merkle log and signs a checkpoint at most every `checkpointMs` while it grows. It follows the
 * event store separately, so that no write waits for it. Resolves when the signal aborts.
 */
export const runMerkleLog = async (growing: Growing, loops: LoopWatch, logger: Logger): Promise<void> => {
  const { signal, checkpointMs, collectMs } = growing;
  const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal }).catch(() => undefined);
  let signing: Promise<void> | undefined;
  const sign = async (): Promise<void> => {
    try {
      await loops.step('checkpoints', () => signCheckpoint(growing));
    } catch (error) {
      logger.error({ err: error }, 'could not sign a checkpoint of the log');
      grown = true; // and still has to be signed
    }
    // Events that arrive in the meantime are in the next checkpoint.
    await pause(checkpointMs);
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

  const onGrown = async (added: number): Promise<void> => {
    signSoon();
    if (added < MANY) await pause(collectMs);
  };

  const name = 'transparency log';
  const log = loops.each(name, growing.log);
  await loops.keepRunning(name, () => growLog({ ...growing, log, onGrown }), signal);
  await signing;
};
