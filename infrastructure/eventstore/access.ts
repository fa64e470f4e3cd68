import { randomUUID } from 'node:crypto';
import {
  BACKWARDS,
  END,
  ErrorType,
  type EventStoreDBClient,
  isCommandError,
  jsonEvent,
} from '@eventstore/db-client';
import {
  granted,
  refused,
  type ServerAccess,
  unreachable,
  wrongCredentials,
} from '../platform/server-access.js';
import { connectToEventStore } from './client.js';
import { isOfType } from './read-slice.js';
import { IDENTITY_STREAM } from './store-identity.js';

const DEADLINE = 5000;

/** A revision that no stream has, so that an append that expects it stores nothing. */
const NO_SUCH_REVISION = 2n ** 62n;

const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

const hasUser = (address: string): boolean => /^[a-z+]+:\/\/[^/?]*@/.test(address);

/** Interprets EventStoreDB's response to a call: whether the URL's user has the right to make it. */
export const accessAfter = (error: unknown, address: string): ServerAccess => {
  if (!(error instanceof Error && isCommandError(error))) return unreachable(error);
  const code: number | undefined = error.code;
  if (error.type !== ErrorType.ACCESS_DENIED && code !== PERMISSION_DENIED) return unreachable(error);
  if (code === UNAUTHENTICATED || !hasUser(address))
    return wrongCredentials('The event store', 'EVENTSTORE_URL', hasUser(address));
  return refused(
    'The user in EVENTSTORE_URL must be permitted to read $all and to append to streams. Grant these rights in the access control lists of the event store, or use a member of the group $admins.',
  );
};

const tryToRead = async (client: EventStoreDBClient): Promise<void> => {
  const last = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, deadline: DEADLINE });
  for await (const _ of last); // to the end, because the client keeps unread streams open
};

const tryToAppend = async (client: EventStoreDBClient): Promise<void> => {
  try {
    const event = jsonEvent({ id: randomUUID(), type: 'AccessTried', data: {} });
    await client.appendToStream(IDENTITY_STREAM, event, {
      expectedRevision: NO_SUCH_REVISION,
      deadline: DEADLINE,
    });
  } catch (error) {
    if (!isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)) throw error;
  }
};

/** Checks whether the event store permits the user of the URL to read `$all` and append. Stores nothing. */
export const eventStoreAccess = async (address: string): Promise<ServerAccess> => {
  const connection = connectToEventStore(address);
  try {
    await tryToRead(connection.client);
    await tryToAppend(connection.client);
    return granted;
  } catch (error) {
    return accessAfter(error, address);
  } finally {
    await connection.close();
  }
};
