import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'nats';
import { serverIn } from './connection.js';

/** How often JetStream is asked whether it works, and how long it may take to answer, in ms. */
const INTERVAL = 2000;
const TIMEOUT = 2000;

/** How often in a row it may fail to answer: a busy machine is no reason to start it again. */
const PATIENCE = 3;

const answers = async (address: string): Promise<boolean> => {
  const nats = await connect({
    ...serverIn(address),
    name: 'supervisor',
    timeout: TIMEOUT,
    reconnect: false,
  }).catch(() => undefined);
  if (nats === undefined) return false;
  try {
    const manager = await nats.jetstreamManager({ checkAPI: false, timeout: TIMEOUT });
    await manager.getAccountInfo();
    return true;
  } catch {
    return false;
  } finally {
    await nats.close();
  }
};

/**
 * Watches whether JetStream works: on a full disk, nats-server disables it for good or locks itself up, and goes on
 * taking connections.
 * @returns resolves with what is wrong; never resolves when the signal aborts before, and never rejects
 */
export const jetStreamFailure = async (address: string, signal: AbortSignal): Promise<string> => {
  let unanswered = 0;
  while (unanswered < PATIENCE) {
    await delay(INTERVAL, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return new Promise<never>(() => undefined);
    unanswered = (await answers(address)) ? 0 : unanswered + 1;
  }
  return 'JetStream does not answer';
};
