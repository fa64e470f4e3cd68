import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';

/** A client, and the credentials it should name on appends. */
export interface StoreConnection {
  readonly client: EventStoreDBClient;
  readonly credentials: Credentials;
}

/** What a node that was installed with its defaults takes; a node that runs insecurely takes any. */
const DEFAULT_CREDENTIALS: Credentials = { username: 'admin', password: 'changeit' };

/**
 * Opens a client from an address like `esdb://user:password@host:2113?tls=false`. Nothing connects before the first
 * call. End it with `client.dispose()`.
 */
export const connectToEventStore = (address: string): StoreConnection => {
  const { username, password } = new URL(
    address.replace(/^(?:esdb|kurrentdb)(\+discover)?:/, 'http:').replace(/,[^/?]*/, ''),
  );
  return {
    client: EventStoreDBClient.connectionString(address),
    credentials: username
      ? { username: decodeURIComponent(username), password: decodeURIComponent(password) }
      : DEFAULT_CREDENTIALS,
  };
};
