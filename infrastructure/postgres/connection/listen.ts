import { once } from 'node:events';
import type { Client } from 'pg';
import { openSession } from './session.js';

/**
 * Calls `onNotification` with the payload of each notification on the channel. Calls `onConnected` whenever listening
 * starts, initially and after a reconnect: notifications sent in between are lost, so the state has to be read then.
 * Resolves when listening has started; the result stops it.
 */
export const listen = async (
  url: string,
  channel: string,
  onNotification: (payload: string) => void,
  onConnected: () => void,
): Promise<() => Promise<void>> => {
  const stopping = new AbortController();

  const connect = async (): Promise<Client> => {
    const client = await openSession(url, 'listen');
    client.on('notification', ({ payload }) => onNotification(payload ?? ''));
    try {
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    onConnected();
    return client;
  };

  const keepListening = async (first: Client): Promise<void> => {
    let client: Client | undefined = first;
    while (!stopping.signal.aborted) {
      if (client) {
        await once(client, 'end', { signal: stopping.signal }).catch(() => undefined);
      } else {
        await new Promise((resolve) => setTimeout(resolve, 250).unref());
      }
      const lost: Client | undefined = client;
      client = stopping.signal.aborted ? undefined : await connect().catch(() => undefined);
      if (stopping.signal.aborted) await Promise.all([lost?.end(), client?.end()]);
    }
  };

  const running = keepListening(await connect());
  return async () => {
    stopping.abort();
    await running;
  };
};
