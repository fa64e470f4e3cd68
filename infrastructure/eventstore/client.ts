import { setTimeout as delay } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';

/** A client, and the end of it. */
export interface StoreConnection {
  readonly client: EventStoreDBClient;
  readonly close: () => Promise<void>;
}

/** How long calls that are under way may take to end when a connection is closed, in ms. */
const CLOSING = 500;

/**
 * A connection that answers no ping within this time is given up and made anew, in ms: so calls and subscriptions are
 * back within 10 s. EventStoreDB does not mind pings this often; the client's own warning is about load on clusters with
 * very many clients.
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
 * Makes a client that keeps its advice on our interval to itself: it goes to the console, between the lines of the log.
 * What else it has to say there is let through.
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
 * Makes the client send every append as a call of its own, as it does for servers without batch appends: on the shared
 * batch stream, one transport error would reject all appends in flight, and a late answer end the process. The client
 * has no setting for it. Credentials named with each append have the same effect, but an address may have none.
 */
const withoutBatches = (client: EventStoreDBClient): EventStoreDBClient =>
  Object.assign(client, { supports: () => Promise.resolve(false) });

/**
 * Opens a client from an address like `esdb://user:password@host:2113?tls=false`. The address' user serves reads and
 * appends alike; without one, both are anonymous. Nothing connects before the first call. End it with `close`.
 */
export const connectToEventStore = (address: string): StoreConnection => {
  const client = withoutBatches(openClient(address));
  return {
    client,
    // The client waits for every stream it ever gave out, and for ever for one that failed before it looked at it.
    close: async () => {
      const enough = new AbortController();
      await Promise.race([client.dispose(), delay(CLOSING, undefined, { signal: enough.signal })]);
      enough.abort();
    },
  };
};
