import { setTimeout as delay } from 'node:timers/promises';
import { connect, type NatsConnection } from 'nats';

/** Connects, and reconnects for as long as it takes. Rejects if the server can't be reached at first. */
export const connectToNats = (address: string, name: string): Promise<NatsConnection> =>
  connect({ servers: address, name, maxReconnectAttempts: -1, reconnectTimeWait: 500, pingInterval: 10_000 });

/** How long what was published may take to reach the server when a connection is closed, in ms. */
const CLOSING = 2000;

/** Sends what was published and closes the connection; just closes it when the server can't be reached. */
export const closeNats = async (nats: NatsConnection): Promise<void> => {
  const enough = new AbortController();
  await Promise.race([
    nats.drain().catch(() => undefined), // it was closed meanwhile
    delay(CLOSING, undefined, { signal: enough.signal }).catch(() => undefined),
  ]);
  enough.abort();
  await nats.close();
};
