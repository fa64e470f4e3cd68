import { setTimeout as delay } from 'node:timers/promises';
import { connect, type ConnectionOptions, type NatsConnection } from 'nats';

/** The user and password, or the token, in an address like `nats://user:password@host` or `nats://token@host`. */
export const credentialsIn = (
  address: string,
): Pick<ConnectionOptions, 'user' | 'pass' | 'token'> | undefined => {
  if (!URL.canParse(address)) return undefined;
  const { username, password } = new URL(address);
  if (username === '') return undefined;
  const user = decodeURIComponent(username);
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) };
};

/**
 * The server and the credentials of an address, as the client takes them: by itself it takes no notice of a user in the
 * address, and digits of a password for the port.
 */
export const serverIn = (
  address: string,
): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token'> => ({
  servers: address.replace(/\/\/[^@/]*@/, '//'),
  ...credentialsIn(address),
});

/** Connects, and reconnects for as long as it takes. Rejects if the server can't be reached at first. */
export const connectToNats = (address: string, name: string): Promise<NatsConnection> =>
  connect({
    ...serverIn(address),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    pingInterval: 10_000,
  });

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
