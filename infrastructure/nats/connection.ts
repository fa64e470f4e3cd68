import { connect, type ConnectionOptions, type NatsConnection } from 'nats';
import { withTimeout } from '../platform/with-timeout.js';

/** The user and password, or the token, in a URL like `nats://user:password@host` or `nats://token@host`. */
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
 * The server and credentials of a URL, for the client. The client itself ignores a user in the URL, and takes digits of
 * a password for the port.
 */
export const serverIn = (
  address: string,
): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token'> => ({
  servers: address.replace(/\/\/[^@/]*@/, '//'),
  ...credentialsIn(address),
});

/** Connects, and reconnects without limit. Rejects if the server cannot be reached at first. */
export const connectToNats = (address: string, name: string): Promise<NatsConnection> =>
  connect({
    ...serverIn(address),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    pingInterval: 10_000,
  });

/** How long to wait for published messages to be sent when a connection is closed, in ms. */
const CLOSING = 2000;

/** Flushes published messages and closes the connection; closes it immediately if the server cannot be reached. */
export const closeNats = async (nats: NatsConnection): Promise<void> => {
  const drained = nats.drain().catch(() => undefined); // already closed
  await withTimeout(CLOSING, drained, undefined);
  await nats.close();
};
