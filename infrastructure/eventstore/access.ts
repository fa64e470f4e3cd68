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

/** A revision that no stream has, so that an append which expects it stores nothing. */
const NO_SUCH_REVISION = 2n ** 62n;

const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

const hasUser = (address: string): boolean => /^[a-z+]+:\/\/[^/?]*@/.test(address);

/** What EventStoreDB says to a call, as the answer to whether this address' user may make it. */
export const accessAfter = (error: unknown, address: string): ServerAccess => {
  if (!(error instanceof Error && isCommandError(error))) return unreachable(error);
  const code: number | undefined = error.code;
  if (error.type !== ErrorType.ACCESS_DENIED && code !== PERMISSION_DENIED) return unreachable(error);
  if (code === UNAUTHENTICATED || !hasUser(address))
    return wrongCredentials('The event store', 'EVENTSTORE_URL', hasUser(address));
  return refused(
    'The user in EVENTSTORE_URL may not read $all or not append to streams; the service needs both. Grant it in the access control lists of the event store, or name a user of the group $admins.',
  );
};

const tryToRead = async (client: EventStoreDBClient): Promise<void> => {
  const last = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, deadline: DEADLINE });
  for await (const _ of last); // to the end: the client keeps open what is left unread
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

/** Asks the event store whether it lets the user of the address read `$all` and append. Stores nothing. */
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
