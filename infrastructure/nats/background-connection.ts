import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import { closeNats, connectToNats } from './connection.js';

/** How long to wait before trying to connect again, in ms. */
const PAUSE = 1000;

/** A connection to NATS for a process that can do without it. */
export interface BackgroundConnection {
  /** Undefined until NATS could be reached for the first time. */
  readonly current: () => NatsConnection | undefined;
  readonly close: () => Promise<void>;
}

/** Connects in the background, as often as it takes. */
export const natsInBackground = (address: string, name: string): BackgroundConnection => {
  let connection: NatsConnection | undefined;
  const closing = new AbortController();
  const connect = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const connected = await connectToNats(address, name).catch(() => undefined);
      if (connected === undefined) {
        await delay(PAUSE, undefined, { signal: closing.signal }).catch(() => undefined);
        continue;
      }
      if (closing.signal.aborted) await connected.close();
      else connection = connected;
      return;
    }
  };
  void connect();
  return {
    current: () => connection,
    close: async () => {
      closing.abort();
      if (connection) await closeNats(connection);
    },
  };
};
