import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'nats';
import { serverIn } from './connection.js';

/** The interval and the timeout of health checks of JetStream, in ms. */
const INTERVAL = 2000;
const TIMEOUT = 2000;

/** How many consecutive checks may fail. A busy machine is no reason to restart it. */
const MAX_FAILED_CHECKS = 3;

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
 * Monitors JetStream. On a full disk, nats-server disables it permanently or deadlocks, but still accepts connections.
 * @returns resolves with the problem; never resolves if the signal aborts first, and never rejects
 */
export const jetStreamFailure = async (address: string, signal: AbortSignal): Promise<string> => {
  let failedChecks = 0;
  while (failedChecks < MAX_FAILED_CHECKS) {
    await delay(INTERVAL, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return new Promise<never>(() => undefined);
    failedChecks = (await answers(address)) ? 0 : failedChecks + 1;
  }
  return 'JetStream does not respond';
};
