import { EventStoreDBClient } from '@eventstore/db-client';
import { withTimeout } from '../platform/with-timeout.js';
import { decodePayloadsNatively } from './payload-encoding.js';

/** A client, and a way to close it. */
export interface StoreConnection {
  readonly client: EventStoreDBClient;
  readonly close: () => Promise<void>;
}

/** How long calls in progress may take to end when a connection is closed, in ms. */
const CLOSING = 500;

/**
 * A connection that does not answer a ping in this time is closed and reopened, in ms, so that calls and subscriptions
 * recover within 10 s. EventStoreDB accepts pings this often; the client's own warning is about the load on clusters
 * with very many clients.
 */
const KEEP_ALIVE = { keepAliveInterval: '3000', keepAliveTimeout: '3000' };

const withKeepAlive = (address: string): string => {
  const missing = Object.entries(KEEP_ALIVE).filter(
    ([name]) => !new RegExp(`[?&]${name}=`, 'i').test(address),
  );
  const query = missing.map(([name, value]) => `${name}=${value}`).join('&');
  return query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`;
};

/**
 * Creates a client without its console warning about our keep-alive interval, which would appear between the lines of
 * the log. Other output is passed through.
 */
const withoutAdvice = (make: () => EventStoreDBClient): EventStoreDBClient => {
  /* oxlint-disable no-console -- the client warns there and nowhere else */
  const { warn } = console;
  console.warn = (...said: ReadonlyArray<unknown>) => {
    if (!String(said[0]).startsWith('Specified KeepAliveInterval')) warn(...said);
  };
  try {
    return make();
  } finally {
    console.warn = warn;
  }
  /* oxlint-enable no-console */
};

const openClient = (address: string): EventStoreDBClient => {
  const open = () => EventStoreDBClient.connectionString(withKeepAlive(address));
  return /[?&]keepAliveInterval=/i.test(address) ? open() : withoutAdvice(open);
};

/**
 * Makes the client send every append as a separate call, as it does for servers without batch appends, such as the
 * embedded node. On the shared batch stream, one transport error would reject all appends in flight, and a late response
 * would crash the process. The client has no setting for it. Passing credentials with each append has the same effect,
 * but a URL may have none.
 */
const withoutBatches = (client: EventStoreDBClient): EventStoreDBClient =>
  Object.assign(client, { supports: () => Promise.resolve(false) });

/**
 * Opens a client for a URL like `esdb://user:password@host:2113?tls=false`. Reads and appends both use the URL's user;
 * without one, both are anonymous. It connects on the first call. End it with `close`.
 */
export const connectToEventStore = (address: string): StoreConnection => {
  decodePayloadsNatively();
  const client = withoutBatches(openClient(address));
  return {
    client,
    // The client waits for every stream it has returned, and forever for one that failed before it was read.
    close: () => withTimeout(CLOSING, client.dispose(), undefined),
  };
};
